/** Whoever may change the site may not thereby write to files, or reach what only this machine is to reach. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Program, startProgram } from '../../main/app/app.ts';
import { createReader } from '../../main/kiosk/readers/create-reader.ts';
import { type Log, systemClock } from '../../main/lib/context.ts';
import { findDevice } from '../../main/lib/ports/device-node.ts';
import { openPty } from '../../main/lib/ports/pty.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { parsePrinterUrl } from '../../main/printing/printer-url.ts';
import { transportFor } from '../../main/printing/transports/transport-for.ts';
import { printerReach } from '../../main/site/rules/device-address.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'device-addresses-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

interface Logged {
  readonly event: string;
  readonly data: unknown;
}

async function start(data: string, ...argv: readonly string[]): Promise<{ program: Program; logged: Logged[] }> {
  const read = readSettings(['--port', '0', '--data', data, ...argv], {}, 'linux');
  if (!read.ok || read.value.kind !== 'run') throw new Error('these are no settings');
  const logged: Logged[] = [];
  const note = (event: string, told?: unknown): void => void logged.push({ event, data: told });
  const log: Log = { info: note, warn: note, error: note };
  const program = await startProgram(read.value.settings, log, () => {});
  onTestFinished(() => program.close());
  return { program, logged };
}

async function siteFile(data: string, device: object, settings: object = {}): Promise<string> {
  const path = join(data, 'site.json');
  const site = {
    settings,
    locations: [{ id: 'hall', name: 'Hall' }],
    services: [{ id: 'tax', name: 'Tax', tag: 'T' }],
    devices: [{ id: 'kiosk-1', name: 'Kiosk', type: 1, ...device }],
  };
  await writeFile(path, JSON.stringify(site));
  return path;
}

/** Something that listens on this machine alone, and counts who comes. */
async function service(): Promise<{ readonly port: number; readonly visits: () => number }> {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.on('error', () => {}).resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const bound = server.address();
  return { port: typeof bound === 'object' && bound !== null ? bound.port : 0, visits: () => visits };
}

const access = (...networks: readonly string[]) => ({ mayReach: printerReach(networks, []) });

/** What becomes of opening an address that stands in the site. */
async function opened(url: string, ...networks: readonly string[]): Promise<string> {
  const read = parsePrinterUrl(url);
  if (!read.ok || read.value.kind === 'none' || 'queue' in read.value) throw new Error(`${url} is no printer`);
  const connection = await transportFor(read.value, access(...networks)).open({ onBytes() {}, onLost() {} });
  if (!connection.ok) return connection.error;
  await connection.value.close();
  return 'open';
}

describe('over the interface', () => {
  it.each([
    ['a file', { printer: 'file:///tmp/never-written' }, 'printer: a file can be a printer on the command line only'],
    ['a path', { printer: 'lp:///etc/hostname' }, 'printer: "/etc/hostname" is not a device path'],
    ['a service of this machine', { printer: 'tcp://127.0.0.1:9' }, 'printer: 127.0.0.1 is not in printer_networks'],
    [
      'a path for a reader',
      { readers: ['serial:///etc/hostname'] },
      'readers[0]: "/etc/hostname" is not a device path',
    ],
    ['an unknown option', { printer: 'tcp://192.168.1.50?colums=42' }, 'printer: Unknown printer option "colums"'],
    ['a path in a network address', { printer: 'tcp://192.168.1.50/a' }, 'printer: A tcp printer has no path'],
    [
      'a reader with a wrong speed',
      { readers: ['serial:///dev/ttyACM0?baudRate=fast'] },
      'the option baudRate must be a number',
    ],
  ])('a device cannot have %s', async (_what, device, fault) => {
    const data = await folder();
    const { program } = await start(data, '--site', await siteFile(data, {}));
    const admin = `${program.address}/restapi/v2/admin`;
    const send = async (method: string, path: string, body: object) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${admin}/${path}`, { method, headers, body: JSON.stringify(body) });
      return { status: response.status, body: (await response.json()) as { faults?: readonly string[] } };
    };
    const item = { id: 'kiosk-1', name: 'Kiosk', type: 1, location: 'hall', ...device };
    for (const answer of [
      await send('PUT', 'devices/kiosk-1', item),
      await send('POST', 'devices', { ...item, id: 'kiosk-2' }),
      await send('PUT', 'site?mode=merge', { devices: [item] }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.faults?.join('\n')).toContain(fault);
    }
  });
});

describe('in a site file', () => {
  it('stops the start, and says what to write instead', async () => {
    const data = await folder();
    const target = join(data, 'profile');
    const site = await siteFile(data, { printer: `file://${target}` });
    await expect(start(data, '--site', site)).rejects.toThrow(/devices\[0\]\.printer: a file .* use tcp:/);
    const logo = join(data, 'logo.json');
    await writeFile(logo, JSON.stringify({ locations: [{ name: 'Hall', logo: '../../etc/passwd' }] }));
    await expect(start(data, '--site', logo)).rejects.toThrow(
      /locations\[0\]\.logo: .* must be a file name without a folder/,
    );
  });
});

describe('in a site that an older program stored', () => {
  /** Puts the device into the database behind the back of all checks. */
  async function stored(device: object): Promise<string> {
    const data = await folder();
    await (await start(data, '--site', await siteFile(data, {}), '--printer', 'none:')).program.close();
    const store = await openSqliteStore({
      file: join(data, 'take-a-number.db'),
      log: { info() {}, warn() {}, error() {} },
    });
    const body = (await store.readSite()).find(({ collection }) => collection === 'devices')?.body ?? '{}';
    const item = {
      collection: 'devices',
      id: 'kiosk-1',
      body: JSON.stringify({ ...JSON.parse(body), ...device }),
    } as const;
    await store.writeSite({ put: [item], remove: [], credentials: [] });
    await store.close();
    return data;
  }

  const takeTicket = async (program: Program): Promise<void> => {
    const host = program.host();
    await new Promise<void>((resolve) => {
      const stop = host.subscribe(({ screen }) => {
        if (screen.name !== 'idle') return;
        resolve();
        queueMicrotask(() => stop());
      });
    });
    await host.call('fits', { choices: 1000 });
    await host.call('touchService', { serviceId: 'tax', priority: false });
  };

  it('a file stays as it is, the program starts, and the rest of the site can be changed', async () => {
    const target = join(await folder(), 'profile');
    await writeFile(target, 'echo hello\n');
    const { program, logged } = await start(await stored({ printer: `file://${target}` }));
    await takeTicket(program);
    await expect.poll(() => JSON.stringify(logged)).toContain('on the command line only');
    expect(await readFile(target, 'utf8')).toBe('echo hello\n');
    const renamed = await fetch(`${program.address}/restapi/v2/admin/locations/hall`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'hall', name: 'Great Hall' }),
    });
    expect(await renamed.json()).toMatchObject({ success: true });
  });

  it('a URL that cannot be opened stays as it is, and the device can be changed', async () => {
    const { program } = await start(await stored({ printer: 'tcp://192.0.2.1?colums=42' }));
    const renamed = await fetch(`${program.address}/restapi/v2/admin/devices/kiosk-1`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ id: 'kiosk-1', name: 'Door', type: 1, location: 'hall' },
        printer: 'tcp://192.0.2.1?colums=42',
      }),
    });
    expect(await renamed.json()).toMatchObject({ success: true });
  });

  it('a service of this machine is left in peace, and reached when the settings name it', async () => {
    const { port, visits } = await service();
    const data = await stored({ printer: `tcp://localhost:${port}` });
    const { program, logged } = await start(data);
    await expect.poll(() => JSON.stringify(logged)).toContain('resolves to no allowed address');
    expect(visits()).toBe(0);
    await fetch(`${program.address}/restapi/v2/admin/settings`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ printer_networks: ['127.0.0.0/8', '::1'] }),
    });
    await expect.poll(visits).toBeGreaterThan(0);
  });
});

describe('on the command line', () => {
  it('everything is the business of whoever starts the program', async () => {
    const { port, visits } = await service();
    const data = await folder();
    await start(data, '--site', await siteFile(data, {}), '--printer', `tcp://127.0.0.1:${port}`);
    await expect.poll(visits).toBe(1);
  });
});

describe('when it is opened', () => {
  it.each([
    ['127.0.0.1', /not in printer_networks/],
    ['[::ffff:127.0.0.1]', /not in printer_networks/],
    ['localhost', /no allowed address/],
    // As the resolver of the system reads numbers.
    ['2130706433', /no allowed address/],
    ['127.1', /no allowed address/],
  ])('tcp://%s is refused', async (host, error) => {
    const { port, visits } = await service();
    expect(await opened(`tcp://${host}:${port}`, '10.0.0.0/8', '0.0.0.0/0', '::/0')).toMatch(error);
    expect(visits()).toBe(0);
  });

  it('tcp: connects to a listed network', async () => {
    const { port } = await service();
    expect(await opened(`tcp://localhost:${port}`, '127.0.0.1')).toBe('open');
  });

  it('a file, and a link to one, is no printer and no port', async () => {
    const here = await folder();
    const target = join(here, 'profile');
    await writeFile(target, 'echo hello\n');
    await symlink(target, join(here, 'lp0'));
    await mkdir(join(here, 'dev'));
    for (const path of [
      target,
      join(here, 'lp0'),
      join(here, 'dev'),
      join(here, 'nothing'),
      '/dev/shm',
      '/dev/tty',
      '/dev/console',
    ]) {
      for (const kind of ['lp', 'serial'])
        expect([path, kind, await opened(`${kind}://${path}`)]).not.toContain('open');
      expect(await findDevice(path)).toMatchObject({ ok: false });
    }
    expect(await opened(`file://${join(here, 'new')}`)).toMatch(/command line only/);
    expect(await readFile(target, 'utf8')).toBe('echo hello\n');
  });

  it('a device of another kind is no printer and no port', async () => {
    for (const path of ['/dev/zero', '/dev/random', '/dev/mem', '/dev/kmsg']) {
      expect(await opened(`lp://${path}`)).not.toBe('open');
      expect(await opened(`serial://${path}`)).not.toBe('open');
    }
  });

  it('a link to a port is that port, for printers and for readers', async () => {
    const pty = openPty();
    onTestFinished(() => pty.close());
    const link = join(await folder(), 'printer');
    await symlink(pty.path, link);
    expect(await opened(`serial://${link}`)).toBe('open');
    const log: Log = { info() {}, warn() {}, error() {} };
    const made = createReader(`serial://${link}?device=d`, { clock: systemClock, log, access: access() });
    if (!made.ok) throw new Error(made.error);
    await expect.poll(() => made.value.status()).toEqual({ kind: 'ready' });
    await made.value.close();
  });

  it('a file is no reader', async () => {
    const target = join(await folder(), 'profile');
    await writeFile(target, '');
    const log: Log = { info() {}, warn() {}, error() {} };
    const made = createReader(`serial://${target}?device=d`, { clock: systemClock, log, access: access() });
    if (!made.ok) throw new Error(made.error);
    await expect
      .poll(() => made.value.status())
      .toMatchObject({ kind: 'absent', detail: expect.stringMatching(/not a p/) });
    await made.value.close();
  });

  it('a port of Windows has a name', async () => {
    expect(await findDevice('COM3', 'win32')).toEqual({ ok: true, value: 'COM3' });
    expect(await findDevice('C:\\autoexec.bat', 'win32')).toMatchObject({ ok: false });
    expect(await findDevice('COM3', 'linux')).toMatchObject({ ok: false });
  });
});
