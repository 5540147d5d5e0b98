/**
 * The screen of a kiosk whose house closes: switched by real programs, as the command line names them, at a real server whose clock is
 * turned.
 */
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { screenSwitch } from '../../../main/app/screen-command.ts';
import type { KioskState } from '../../../main/kiosk/contract/kiosk.ts';
import { createKioskHost, type KioskHost } from '../../../main/kiosk/host/kiosk-host.ts';
import { NO_POWERS } from '../../../main/kiosk/host/maintenance/host-capabilities.ts';
import { openTown, type Town } from '../../helpers/town.ts';
import { townSite } from '../../helpers/town-site.ts';
import { type RecordingLog, recordingLog } from '../readers/recording-log.ts';

/** A minute before all services of the town hall close. */
const EVENING = '2026-11-20T15:59:00Z';

let town: Town;
let dir: string;
let screen: string;
let log: RecordingLog;

beforeEach(async () => {
  const site = townSite() as { services: object[]; devices: { id: string }[] };
  const services = site.services.map((each) => ({ ...each, schedule: 'Mo-Fr 09:00-16:00' }));
  const devices = site.devices.map((each) => (each.id === 'kiosk-1' ? { ...each, dark_when_closed: true } : each));
  town = await openTown({ site: { ...site, services, devices }, at: EVENING });
  dir = await mkdtemp(join(tmpdir(), 'screen-power-'));
  screen = join(dir, 'screen');
  log = recordingLog();
  onTestFinished(async () => {
    await town.close();
    await rm(dir, { recursive: true, force: true });
  });
});

/** A program that notes what it was told, as a screen that obeys; without leave while there is a file `broken` beside it. */
async function screenProgram(): Promise<string> {
  const program = join(dir, 'switch-screen');
  await writeFile(
    program,
    `#!/bin/sh\nif [ -e ${dir}/broken ]; then echo no screen here >&2; exit 3; fi\necho "$@" >> ${screen}\n`,
  );
  await chmod(program, 0o755);
  return program;
}

const told = async (): Promise<readonly string[]> =>
  (await readFile(screen, 'utf8').catch(() => '')).split('\n').filter(Boolean);

async function openKiosk(switchScreen: (on: boolean) => Promise<string | null>) {
  let state: KioskState | null = null;
  const host: KioskHost = createKioskHost({
    client: town.client,
    deviceId: 'kiosk-1',
    lang: null,
    printer: 'none:',
    readers: [],
    journalDir: null,
    powers: { ...NO_POWERS, switchScreen },
    clock: town.clock,
    log,
    makers: {
      printer: () => ({ ok: false, error: 'none here' }),
      reader: () => ({ ok: false, error: 'none here' }),
    },
  });
  onTestFinished(() => host.close());
  host.subscribe((now) => {
    state = now;
  });
  await expect.poll(() => state?.screen.name).toBe('idle');
  return { host, isBlack: (): boolean => state?.dark === true };
}

/** Time goes by until that holds, ten seconds at a time. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        if (await holds()) return true;
        town.clock.advance(10_000);
        return false;
      },
      { interval: 5, timeout: 120_000 },
    )
    .toBe(true);
}

it('is switched off a minute after the page may be black, on at the first touch, and on when the house opens', async () => {
  const program = await screenProgram();
  const kiosk = await openKiosk(screenSwitch({ on: `${program}  output on`, off: `${program} output off` }));
  await expect.poll(told).toEqual(['output on']);
  await until(kiosk.isBlack);
  town.clock.advance(40_000);
  expect(await told()).toEqual(['output on']);
  town.clock.advance(20_000);
  await expect.poll(told).toEqual(['output on', 'output off']);
  // The page says by itself how much fits on it; nobody is there.
  await kiosk.host.call('fits', { choices: 6 });
  await kiosk.host.call('stillHere', {});
  await expect.poll(told).toEqual(['output on', 'output off', 'output on']);
  town.clock.advance(59_000);
  await kiosk.host.call('stillHere', {});
  town.clock.advance(59_000);
  expect(await told()).toHaveLength(3);
  town.clock.advance(1_000);
  await expect.poll(told).toHaveLength(4);
  town.clock.set('2026-11-23T09:00:30Z');
  await until(() => !kiosk.isBlack());
  await expect.poll(told).toEqual(['on', 'off', 'on', 'off', 'on'].map((to) => `output ${to}`));
  const noted = (): readonly string[] => log.events().filter((event) => event.startsWith('screen.'));
  await expect.poll(noted).toEqual(Array(5).fill('screen.power-changed'));
});

it('what fails is told once, and tried again until it works', async () => {
  const program = await screenProgram();
  const kiosk = await openKiosk(screenSwitch({ on: `${program} on`, off: `${program} off` }));
  await expect.poll(told).toEqual(['on']);
  await until(kiosk.isBlack);
  await writeFile(join(dir, 'broken'), '');
  town.clock.advance(60_000);
  const failures = (): readonly string[] => log.lines.filter((line) => line.includes('screen.power-failed'));
  await expect.poll(failures).toHaveLength(1);
  expect(failures()[0]).toMatch(/"device":"kiosk-1","to":"off","error":".*no screen here"/);
  await rm(join(dir, 'broken'));
  await until(async () => (await told()).length === 2);
  expect(await told()).toEqual(['on', 'off']);
  expect(failures()).toHaveLength(1);
});

it('says of a program that hangs, that is not there, or that would need a shell, what is wrong', async () => {
  const wrong = (on: string, endMs?: number) => screenSwitch({ on, off: on }, endMs)(true);
  expect(await wrong('sleep 600', 50)).toBe('it did not finish within 0.05 s');
  expect(await wrong(join(dir, 'nothing'))).toContain('ENOENT');
  expect(await wrong(`echo on > ${screen}; true`)).toBeNull();
  expect(await told()).toEqual([]);
});
