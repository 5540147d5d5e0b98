/** The public demo over HTTP: separate demos, their end, their bounds, and no connection to other machines. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { MAX_DEMO_KIOSKS } from '../../../main/app/kiosks.ts';
import { MAX_DEMOS_OF_ADDRESS } from '../../../main/app/visitor-demo/demo-halls.ts';
import { startVisitorDemo } from '../../../main/app/visitor-demo/start-visitor-demo.ts';
import { lockFile } from '../../../main/database/sqlite/file-lock.ts';
import { readSettings } from '../../../main/lib/settings/settings.ts';
import { turnedClock } from '../../helpers/turned-clock.ts';
import { recordingLog } from '../../kiosk/readers/recording-log.ts';

const MINUTE_MS = 60_000;
const PAGE = { accept: 'text/html,application/xhtml+xml' };

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly body: any;
}

/** A browser: keeps the cookie that it is given. */
function visitorAt(address: string) {
  let cookie = '';
  async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string>) };
    const response = await fetch(`${address}${path}`, { redirect: 'manual', ...init, headers });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const text = await response.text();
    const body = response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null;
    return { status: response.status, headers: response.headers, text, body };
  }
  const json = (path: string, method: string, body: object): Promise<Answer> =>
    ask(`/restapi/v2/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  async function done(path: string, method: string, body: object): Promise<void> {
    expect((await json(path, method, body)).body).toMatchObject({ success: true });
  }
  return {
    ask,
    json,
    done,
    cookie: () => cookie,
    async enter(): Promise<Answer> {
      await ask('/', { headers: PAGE });
      return ask('/counter/', { headers: PAGE });
    },
    createTicket: () => json('queuemanagement/createticket', 'POST', { service_id: 'payments' }),
    waiting: async () => {
      const { body } = await json('queuemanagement/waitingticketslist', 'POST', { service_id: 'payments' });
      return body.tickets.length as number;
    },
  };
}

async function startDemo(flags: readonly string[] = []) {
  const read = readSettings(['--demo-per-visitor', '--port', '0', ...flags], {});
  if (!read.ok || read.value.kind !== 'run') throw new Error('these flags start nothing');
  const clock = turnedClock('2026-11-27T09:00:00Z');
  const log = recordingLog();
  const demo = await startVisitorDemo(read.value.settings, log, clock);
  onTestFinished(() => demo.close());
  return { ...demo, clock, log, visitor: () => visitorAt(demo.address) };
}

const demoFolders = (): readonly string[] =>
  readdirSync('/dev/shm').filter((name) => name.startsWith('take-a-number-demo-'));

describe('the demo of a visitor', () => {
  it('is separate from those of all other visitors', async () => {
    const { visitor, count } = await startDemo();
    const [ana, ben] = [visitor(), visitor()];
    expect((await ana.ask('/', { headers: PAGE })).text).toContain('separate town hall');
    expect([ana.cookie(), count()]).toEqual(['tan_demo=new', 0]);
    await Promise.all([ana.enter(), ben.enter()]);
    expect(ana.cookie()).toMatch(/^tan_demo=[\w-]{22}$/);
    expect(ben.cookie()).not.toBe(ana.cookie());

    const ticket = await ana.createTicket();
    expect(ticket.body).toMatchObject({ success: true });
    await ana.createTicket();
    await ben.createTicket();
    expect([await ana.waiting(), await ben.waiting(), count()]).toEqual([2, 1, 2]);
  });

  it('is named by a cookie that scripts and other sites cannot use', async () => {
    const { visitor } = await startDemo();
    const { headers } = await visitor().enter();
    expect(headers.get('set-cookie')).toMatch(/^tan_demo=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
    const secure = await startDemo(['--public-url', 'https://demo.example.org']);
    const answer = await secure.visitor().enter();
    expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/);
  });

  it('sends live events to its own pages only, and ends them', async () => {
    const { visitor, address, clock } = await startDemo();
    const [ana, ben] = [visitor(), visitor()];
    await Promise.all([ana.enter(), ben.enter()]);
    const listen = (cookie: string) => {
      const heard: string[] = [];
      const socket = new WebSocket(`${address.replace('http', 'ws')}/restapi/v2/events?location=town-hall`, {
        headers: { cookie },
      });
      socket.on('message', (text) => heard.push(String(text)));
      const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
      return {
        heard,
        closed,
        opened: new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject)),
      };
    };
    const [anaHears, benHears] = [listen(ana.cookie()), listen(ben.cookie())];
    await Promise.all([anaHears.opened, benHears.opened]);
    await ana.createTicket();
    await expect.poll(() => anaHears.heard.filter((text) => text.includes('ticket.')).length).toBeGreaterThan(0);
    expect(benHears.heard.filter((text) => text.includes('ticket.'))).toEqual([]);
    clock.advance(10 * MINUTE_MS);
    await Promise.all([anaHears.closed, benHears.closed]);
    await expect(listen(ana.cookie()).opened).rejects.toThrow('410');
  });

  it('is deleted ten minutes after its last request, with its folder', async () => {
    const before = demoFolders();
    const { visitor, clock, count } = await startDemo();
    const ana = visitor();
    await ana.enter();
    await ana.createTicket();
    const first = ana.cookie();
    expect(demoFolders().length).toBe(before.length + 1);
    clock.advance(10 * MINUTE_MS);
    const ended = await ana.createTicket();
    expect([ended.status, ended.text.includes('This demo has ended')]).toEqual([410, true]);
    await expect.poll(() => [count(), demoFolders()]).toEqual([0, before]);
    await ana.enter();
    expect(ana.cookie()).not.toBe(first);
    expect(await ana.waiting()).toBe(0);
  });

  it('starts for page visits alone', async () => {
    const { visitor, count } = await startDemo();
    const ana = visitor();
    await ana.ask('/');
    const answer = await ana.createTicket();
    expect([answer.status, count()]).toEqual([410, 0]);
    expect((await visitor().ask('/healthz')).body).toEqual({ status: 'ok' });
  });
});

describe('the bounds of the public demo', () => {
  it('answer 503 with Retry-After where an address has enough demos', async () => {
    const { visitor } = await startDemo();
    for (let demo = 0; demo < MAX_DEMOS_OF_ADDRESS; demo += 1) expect((await visitor().enter()).status).toBe(200);
    const refused = await visitor().enter();
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('set-cookie')]).toEqual([
      503,
      '600',
      null,
    ]);
    expect(refused.text).toContain('Too many demos run from your network. Try again in 10 minutes.');
  });

  it('count visitors by the address that a trusted proxy names', async () => {
    const { visitor } = await startDemo(['--trusted-proxies', '127.0.0.1']);
    const cookie = 'tan_demo=new';
    const enter = (from: string) =>
      visitor().ask('/counter/', { headers: { ...PAGE, cookie, 'x-forwarded-for': from } });
    for (let demo = 0; demo < MAX_DEMOS_OF_ADDRESS; demo += 1) await enter('192.0.2.1');
    expect((await enter('192.0.2.1')).status).toBe(503);
    expect((await enter('192.0.2.2')).status).toBe(200);
  });

  it('answer 429 to a visitor with too many requests', async () => {
    const { visitor } = await startDemo();
    const ana = visitor();
    await ana.enter();
    const statuses: number[] = [];
    for (let at = 0; at < 400; at += 20) {
      const asked = Array.from({ length: 20 }, () => ana.ask('/restapi/services'));
      statuses.push(...(await Promise.all(asked)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('refuse a request with a body that is too large', async () => {
    const { visitor } = await startDemo();
    const ana = visitor();
    await ana.enter();
    const answer = await ana.json('queuemanagement/createticket', 'POST', { service_id: 'x'.repeat(300 * 1024) });
    expect(answer.body).toMatchObject({ success: false });
  });

  it('keep password hashes cheap, so that logins use little of the processor', async () => {
    const before = demoFolders();
    const { visitor } = await startDemo();
    const ana = visitor();
    await ana.enter();
    const login = await ana.json('queuemanagement/login', 'POST', { user_id: 'counter1', password: '' });
    const authorization = `Bearer ${login.body.authtoken}`;
    const changed = await ana.ask('/restapi/v2/users/password', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ password: '', new_password: 'Corr3ct-horse-battery' }),
    });
    expect(changed.body).toMatchObject({ success: true });
    const folder = join('/dev/shm', demoFolders().find((name) => !before.includes(name)) ?? '');
    const files = readdirSync(folder).filter((name) => name.startsWith('take-a-number.db'));
    const stored = files.map((name) => readFileSync(join(folder, name), 'latin1')).join('');
    expect([...stored.matchAll(/scrypt\$\d+\$\d+\$\d+/g)].map(([cost]) => cost)).toContain('scrypt$512$8$1');
  });

  it('hide the addresses of the server from the operator panel', async () => {
    const { visitor, address } = await startDemo();
    const ana = visitor();
    await ana.enter();
    const { item: kiosk } = (await ana.ask('/restapi/v2/admin/devices/kiosk-1')).body;
    await ana.done('admin/devices/kiosk-1', 'PUT', { ...kiosk, panel_pin: '482913' });
    const socket = new WebSocket(`${address.replace('http', 'ws')}/kiosk/shell?device=kiosk-1`, {
      headers: { cookie: ana.cookie() },
    });
    onTestFinished(() => socket.terminate());
    const steps: Readonly<Record<string, readonly [string, object]>> = {
      none: ['openPanel', {}],
      pin: ['panelPin', { pin: '482913' }],
      home: ['panelGo', { place: 'network' }],
    };
    const done = new Set<string>();
    const network = await new Promise<object>((resolve, reject) => {
      socket.on('error', reject).on('message', (text) => {
        const { state } = JSON.parse(String(text));
        if (state === undefined) return;
        const name: string = state.panel?.name ?? 'none';
        if (name === 'network') return resolve(state.panel);
        const step = steps[name];
        // The kiosk ignores the first one until it has its PIN.
        if (step === undefined || done.has(name)) return;
        if (name !== 'none') done.add(name);
        socket.send(JSON.stringify({ id: done.size, call: step[0], input: step[1] }));
      });
    });
    expect(network).toMatchObject({ name: 'network', address: '', own: [] });
  });

  it('refuse changes where the database of a demo is full, and go on with all else', async () => {
    const { visitor } = await startDemo();
    const ana = visitor();
    await ana.enter();
    const { site } = (await ana.ask('/restapi/v2/admin/site')).body;
    const services = Array.from({ length: 450 }, (_, place) => ({
      id: `filler-${place}`,
      name: 'Filler',
      description: 'x'.repeat(2000),
      location: 'clinic',
      server_service: site.server_services[0].id,
      tag: `Q${place}`,
    }));
    await ana.done('admin/site', 'PUT', { ...site, services: [...site.services, ...services] });
    const copy = (id: string) =>
      ana.json('admin/copy-location', 'POST', { location: 'clinic', id, name: id, apply: true });
    let last = await copy('copy-0');
    for (let count = 1; count < 20 && last.status === 200; count += 1) last = await copy(`copy-${count}`);
    expect([last.status, last.body.errno]).toEqual([503, 131]);
    expect((await ana.ask('/restapi/v2/admin/site')).status).toBe(200);
    expect((await visitor().enter()).status).toBe(200);
  });

  it('limit the kiosks of a demo', async () => {
    const { visitor, address } = await startDemo();
    const ana = visitor();
    await ana.enter();
    const { site } = (await ana.ask('/restapi/v2/admin/site')).body;
    const kiosk = site.devices.find(({ id }: { id: string }) => id === 'kiosk-1');
    const ids = Array.from({ length: MAX_DEMO_KIOSKS + 1 }, (_, place) => `more-${place}`);
    const more = ids.map((id) => ({ ...kiosk, id, name: id, code: '' }));
    await ana.done('admin/site', 'PUT', { ...site, devices: [...site.devices, ...more] });
    const screenOf = (device: string): Promise<string> => {
      const socket = new WebSocket(`${address.replace('http', 'ws')}/kiosk/shell?device=${device}`, {
        headers: { cookie: ana.cookie() },
      });
      onTestFinished(() => socket.terminate());
      return new Promise((resolve, reject) => {
        socket.on('error', reject).on('message', (text) => {
          const { state } = JSON.parse(String(text));
          if (state !== undefined && state.screen.name !== 'starting') resolve(state.screen.name);
        });
      });
    };
    const screens: string[] = [];
    for (const id of ids) screens.push(await screenOf(id));
    expect(screens).toEqual([...Array(MAX_DEMO_KIOSKS).fill('idle'), 'out-of-service']);
  });

  it('keep each demo from connecting to other machines', async () => {
    const connections: string[] = [];
    const listener = createServer((socket) => {
      connections.push('connected');
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void listener.close());
    const { port } = listener.address() as { port: number };
    const { visitor, address } = await startDemo(['--mail-port', String(port)]);
    const ana = visitor();
    await ana.enter();
    const { settings } = (await ana.ask('/restapi/v2/admin/settings')).body;
    const here = ['127.0.0.0/8'];
    const mail = { mail_server: '127.0.0.1', mail_port: port, mail_from: 'queue@example.org' };
    const networks = { printer_networks: here, webhook_networks: here };
    await ana.done('admin/settings', 'PUT', { ...settings, ...mail, ...networks });
    const { item: kiosk } = (await ana.ask('/restapi/v2/admin/devices/kiosk-1')).body;
    await ana.done('admin/devices/kiosk-1', 'PUT', { ...kiosk, printer: `tcp://127.0.0.1:${port}` });
    const webhook = { id: 'board', name: 'Board', url: `http://127.0.0.1:${port}/` };
    await ana.done('admin/webhooks', 'POST', webhook);
    await ana.done('admin/webhooks/board/secret', 'POST', {});
    expect((await ana.json('admin/webhooks/board/test', 'POST', {})).body).toMatchObject({ errno: 7 });
    expect((await ana.json('admin/mail/test', 'POST', { address: 'ana@example.org' })).body).toMatchObject({
      errno: 7,
    });
    // The kiosk of the demo runs, and has adopted its configuration.
    const socket = new WebSocket(`${address.replace('http', 'ws')}/kiosk/shell?device=kiosk-1`, {
      headers: { cookie: ana.cookie() },
    });
    onTestFinished(() => socket.terminate());
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject).on('message', (text) => {
        if (String(text).includes('"name":"idle"')) resolve();
      });
    });
    expect((await ana.createTicket()).body).toMatchObject({ success: true });
    expect(connections).toEqual([]);
  });
});

it('deletes what killed programs left in memory, and nothing else', async () => {
  const made = (lock: 'free' | 'held' | 'none'): string => {
    const folder = mkdtempSync('/dev/shm/take-a-number-demo-');
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'take-a-number.db'), 'tickets');
    if (lock === 'free') writeFileSync(join(folder, 'running.lock'), '');
    const held = lock === 'held' ? lockFile(join(folder, 'running.lock')) : null;
    onTestFinished(() => held?.release());
    return folder;
  };
  const [killed, running, starting] = [made('free'), made('held'), made('none')];
  const elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  onTestFinished(() => rmSync(elsewhere, { recursive: true, force: true }));
  writeFileSync(join(elsewhere, 'running.lock'), '');
  const link = `${killed}-link`;
  symlinkSync(elsewhere, link);
  onTestFinished(() => rmSync(link, { force: true }));
  await startDemo();
  expect([killed, running, starting, link, join(elsewhere, 'running.lock')].map((path) => existsSync(path))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
});

it('refuses options that lead to data, devices or other servers', () => {
  for (const flags of [
    ['--server', 'https://queue.example.org'],
    ['--printer', 'none:'],
    ['--no-demo'],
    ['--backup', 'x'],
  ]) {
    expect(readSettings(['--demo-per-visitor', ...flags], {})).toEqual({
      ok: false,
      error: `--demo-per-visitor and ${flags[0]} cannot be combined`,
    });
  }
  expect(readSettings(['--printer', 'none:'], { TAN_DEMO_PER_VISITOR: '1' }).ok).toBe(false);
});
