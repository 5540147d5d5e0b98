/** A kiosk gets its place while its program runs: by a code at a server elsewhere, or as the first one of a house that began empty. */
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Program, startProgram } from '../../main/app/app.ts';
import type { KioskScreen, KioskState } from '../../main/kiosk/contract/kiosk.ts';
import { silentLog } from '../../main/lib/context.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { type LockedTown, openLockedTown } from '../helpers/locked-town.ts';
import { openMachine } from '../helpers/machine.ts';
import { toneOf } from '../helpers/tone.ts';

async function folder(): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'take-a-number-pair-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  return data;
}

async function startKiosk(server: string, data: string, ...flags: readonly string[]): Promise<Program> {
  const read = readSettings(['--server', server, '--data', data, '--port', '0', '--printer', 'none:', ...flags], {});
  if (!read.ok || read.value.kind !== 'run') throw new Error('The flags are wrong');
  const program = await startProgram(read.value.settings, silentLog, () => {});
  onTestFinished(() => program.close());
  return program;
}

/** What a page of the program is shown, which was opened once and stays. */
function pageOf(program: Program) {
  const seen: KioskState[] = [];
  let look = (): void => {};
  const stop = program.host().subscribe((state) => {
    seen.push(state);
    look();
  });
  onTestFinished(stop);
  return {
    seen,
    shows: <Name extends KioskScreen['name']>(
      name: Name,
      fits: (screen: Extract<KioskScreen, { name: Name }>) => boolean = () => true,
    ) =>
      new Promise<Extract<KioskScreen, { name: Name }>>((resolve) => {
        look = () => {
          const screen = seen.at(-1)?.screen;
          if (screen?.name === name && fits(screen as never)) resolve(screen as never);
        };
        look();
      }),
  };
}

const showsCode = (screen: Extract<KioskScreen, { name: 'pairing' }>): boolean => screen.step === 'showing';
const codeOf = (screen: Extract<KioskScreen, { name: 'pairing' }>): string =>
  screen.step === 'showing' ? screen.code : '';

type Recordings = Readonly<Record<string, { readonly words: Readonly<Record<string, string>> }>>;

describe('a kiosk of a server elsewhere, without a key', () => {
  let town: LockedTown;
  let chief: string;
  const pair = async (device: string, code: string) =>
    (await town.ask('POST', `/restapi/v2/admin/devices/${device}/pair`, chief, { code })).body;
  beforeAll(async () => {
    town = await openLockedTown({ authentication: 'on' });
    chief = await town.keyOf('chief');
    for (const [id, type] of [
      ['kiosk-new', 1],
      ['screen-new', 9],
    ] as const) {
      await town.ask('POST', '/restapi/v2/admin/devices', chief, { id, name: id, type, location: 'hall' });
    }
    return () => town.close();
  });

  it('shows a code until somebody says which one it is, goes on at once, and knows it at its next start', async () => {
    const data = await folder();
    const program = await startKiosk(town.address, data, '--lang', 'ar');
    const page = pageOf(program);
    const screen = await page.shows('pairing', showsCode);
    const code = codeOf(screen);
    expect(screen).toMatchObject({ address: `${town.address}/admin/#/pair?code=${code}` });
    expect(page.seen.at(-1)).toMatchObject({ lang: 'ar', dir: 'rtl' });

    // It is a program of a kiosk, and can be nothing else.
    expect(await pair('screen-new', code)).toMatchObject({ errno: 7, parameter: 'code' });
    expect(await pair('kiosk-new', code)).toMatchObject({ success: true });
    const idle = await page.shows('idle');
    expect(idle.choices.map(({ id }) => id)).toContain('passports');

    // It is written beside the first tickets.
    const kept = () => stat(join(data, 'paired-kiosk.json'));
    await expect.poll(async () => ((await kept().catch(() => null))?.mode ?? 0) & 0o777).toBe(0o600);
    await program.close();
    const again = pageOf(await startKiosk(town.address, data));
    await again.shows('idle');
    expect(again.seen.map(({ screen: { name } }) => name)).not.toContain('pairing');
  });

  it('plays what the house has recorded, out of its own data folder', async () => {
    const data = await folder();
    await mkdir(join(data, 'voice', 'he'), { recursive: true });
    await writeFile(join(data, 'voice', 'he', 'שלום.wav'), toneOf(310));
    const { address } = await startKiosk(town.address, data);
    const list = (await (await fetch(`${address}/voice/`)).json()) as Recordings;
    const file = list.he?.words.שלום ?? '';
    const sound = await fetch(`${address}/voice/he/${file}`);
    expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    expect(Buffer.from(await sound.arrayBuffer())).toEqual(toneOf(310));
    const shipped = (await (await fetch(`${address}/voice/shipped/`)).json()) as Recordings;
    expect(Object.keys(shipped.en?.words ?? {})).toContain('1');
    // Pictures and films are for displays, which have the server's own.
    expect((await fetch(`${address}/sign/`)).status).toBe(404);
  });

  it('that was started as one kiosk becomes no other, and shows a code again when its key is taken back', async () => {
    const page = pageOf(await startKiosk(town.address, await folder(), '--device', 'kiosk-1'));
    const code = codeOf(await page.shows('pairing', showsCode));
    expect(await pair('kiosk-new', code)).toMatchObject({ errno: 7, parameter: 'code' });
    expect(await pair('kiosk-1', code)).toMatchObject({ success: true });
    await page.shows('idle');
    await town.ask('DELETE', '/restapi/v2/admin/devices/kiosk-1/key', chief);
    expect(codeOf(await page.shows('pairing', showsCode))).not.toBe(code);
  });

  it('shows none with a key of its command line, which is mended there', async () => {
    const page = pageOf(await startKiosk(town.address, await folder(), '--device', 'kiosk-1', '--device-key', 'wrong'));
    await page.shows('out-of-service');
    expect(page.seen.map(({ screen: { name } }) => name)).not.toContain('pairing');
  });
});

it('a page of an empty house goes on to its first kiosk once there is one', async () => {
  const machine = await openMachine({ isEmpty: true });
  const page = pageOf(machine.program);
  await page.shows('out-of-service');
  const add = async (collection: string, item: object): Promise<void> => {
    const answer = await fetch(`${machine.program.address}/restapi/v2/admin/${collection}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(item),
    });
    expect(await answer.json()).toMatchObject({ success: true });
  };
  const place = { id: 'hall', name: 'Hall', timezone: 'Europe/Lisbon' };
  await add('locations', place);
  await add('services', { id: 'parcels', name: 'Parcels', tag: 'P', location: 'hall' });
  await add('devices', { id: 'kiosk', name: 'Entrance', type: 1, location: 'hall' });
  expect((await page.shows('idle')).choices).toMatchObject([{ id: 'parcels' }]);
});
