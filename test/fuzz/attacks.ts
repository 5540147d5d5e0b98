/** Past attacks that blocked a server or exhausted its memory. Each runs first. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { uuidSource } from '../../main/lib/uuid.ts';
import type { Keys } from './keys.ts';

export interface Target {
  readonly address: string;
  readonly keys: Keys;
}

export interface Attack {
  readonly name: string;
  /** Resolves when the server has finished it. */
  readonly run: (target: Target) => Promise<void>;
}

const ADMIN = '/restapi/v2/admin';
/** A later response delays the run, at any cost. */
const DEADLINE_MS = 240_000;
const MAX_TRIES = 5;

interface Wish {
  readonly body?: unknown;
  readonly method?: string;
  /** Expected status; default: 200. */
  readonly status?: number;
}

/** Retries after a timeout, as clients do: on a busy machine a large site takes long. */
async function ask(target: Target, who: keyof Keys, path: string, wish: Wish = {}): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const { status, text } = await answerOf(target, who, path, wish);
    if (status === (wish.status ?? 200)) return text;
    // An attack that misses its target proves nothing.
    if (status !== 503 || tries === MAX_TRIES) {
      throw new Error(`${path} was answered with ${status}: ${text.slice(0, 300)}`);
    }
  }
}

async function answerOf(
  { address, keys }: Target,
  who: keyof Keys,
  path: string,
  { body, method = body === undefined ? 'GET' : 'POST' }: Wish,
): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${keys[who]}`,
      connection: 'close',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  return { status: response.status, text: await response.text() };
}

const times = <Item>(count: number, make: (place: number) => Item): Item[] =>
  Array.from({ length: count }, (_, place) => make(place));

/** Opens every second minute. */
const SCHEDULE = times(332, (place) => {
  const clock = (minute: number): string =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  return `${clock(2 * place)}-${clock(2 * place + 1)}`;
})
  .join(',')
  .slice(0, 3_983);

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const PARTS = ['overview', 'days', 'services', 'outcomes', 'users', 'desks', 'hours', 'forecast', 'noted', 'breaks']
  .map((part) => `&parts[]=${part}`)
  .join('');

/** With 3,800 services, no location exceeds its limit. */
const HALLS = ['town-hall', ...times(7, (place) => `hall-${place + 2}`)];

const services = (count: number, halls = ['town-hall']): object[] =>
  times(count, (place) => ({
    id: `s${place}`,
    name: `S${place}`,
    location: halls[place % halls.length],
    schedule: `Mo-Fr 08:${String(place % 60).padStart(2, '0')}-1${place % 9}:00`,
  }));

/** Two services, desks and devices each. */
function branches(count: number): Record<string, readonly object[]> {
  const each = <Item>(per: number, item: (place: number, location: string) => Item): readonly Item[] =>
    times(count * per, (place) => item(place, `branch-${Math.floor(place / per)}`));
  return {
    locations: each(1, (_place, id) => ({ id, name: id, timezone: 'Europe/Lisbon', schedule: 'Mo-Fr 09:00-17:00' })),
    services: each(2, (place, location) => ({ id: `s-${place}`, name: 'S', tag: 'AB'[place % 2], location })),
    desks: each(2, (place, location) => ({ id: `d-${place}`, name: 'D', location, services: [`s-${place}`] })),
    devices: each(2, (place, location) => ({ id: `k-${place}`, name: 'K', type: 1 + (place % 2), location })),
  };
}

/** The maximum number of items of a location, besides existing ones. */
function crowd(site: Record<string, unknown>): object {
  const more = (list: string, make: (id: string) => object): readonly object[] => {
    const there = (site[list] as readonly { readonly location: string }[]).filter(
      (item) => item.location === 'town-hall',
    );
    return times(500 - there.length, (place) => ({ ...make(`${list}-${place}`), location: 'town-hall' }));
  };
  return {
    services: more('services', (id) => ({ id, name: id, tag: 'ABCDEFGHIJKLM'[id.length % 13] })),
    desks: more('desks', (id) => ({ id, name: id })),
    devices: more('devices', (id) => ({ id, name: id, type: 1 })),
  };
}

/** The exported site, with other names. */
function renamed(site: Record<string, unknown>): object {
  const name = (item: { readonly name: string }): object => ({ ...item, name: `${item.name} 2` });
  const lists = ['locations', 'services', 'desks'].map((list) => [list, (site[list] as { name: string }[]).map(name)]);
  return { ...site, ...Object.fromEntries(lists) };
}

async function openSocket(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sockets that send and do not read, as long as another request takes. */
async function unread(target: Target, count: number, sent: string): Promise<void> {
  const sockets: Socket[] = [];
  for (let place = 0; place < count; place += 1) {
    const socket = await openSocket(target.address);
    socket.write(sent);
    sockets.push(socket);
  }
  for (let round = 0; round < 20; round += 1) await ask(target, 'nobody', '/healthz');
  for (const socket of sockets) socket.destroy();
}

/** Sends one body on many connections bit by bit, with requests of others in between. */
async function dripped(target: Target, count: number, head: string, body: string): Promise<void> {
  const sockets = await Promise.all(times(count, () => openSocket(target.address)));
  for (const socket of sockets) socket.write(head);
  for (let from = 0; from < 20 * 1024; from += 1024) {
    for (const socket of sockets) if (socket.writable) socket.write(body.slice(from, from + 1024));
    await ask(target, 'nobody', '/healthz');
  }
  for (const socket of sockets) socket.destroy();
}

const UPGRADE =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==';
const eventsOf = ({ keys: { boss } }: Target): string =>
  `GET /restapi/v2/events?location=town-hall HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${boss}\r\n${UPGRADE}\r\n\r\n`;
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

const LARGE_BYTES = 512 * 1024;
const LARGE = { json: JSON.stringify({ note: 'x'.repeat(LARGE_BYTES) }), form: `note=${'x'.repeat(LARGE_BYTES)}` };
const TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const;
/** Addresses that accept a body with or without a key, with the responses to an oversized and an invalid body. */
const DOORS = [
  { path: '/restapi/v2/queuemanagement/login', tooLong: 413, wrong: 400 },
  { path: '/restapi/v2/queuemanagement/createticket', tooLong: 401, wrong: 401 },
  { path: `${ADMIN}/import-csv`, tooLong: 401, wrong: 401 },
];

function post(path: string, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}\r\n`;
}

/** Sends raw bytes on a new connection. @returns the status; 0 if the server closes it without a response */
async function statusOf(target: Target, head: string, body: string | Uint8Array): Promise<number> {
  const socket = await openSocket(target.address);
  socket.setTimeout(DEADLINE_MS, () => socket.destroy());
  const answer = new Promise<string>((resolve) => {
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (text.includes('\r\n')) resolve(text);
    });
    socket.once('close', () => resolve(text));
  });
  socket.resume();
  socket.write(head);
  socket.write(body);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(await answer)?.[1] ?? 0);
  socket.destroy();
  return status;
}

/** A body without a key must be refused before it is read. */
async function refused(target: Target, head: string, body: string | Uint8Array, status: number): Promise<void> {
  const found = await statusOf(target, head, body);
  if (found !== status) throw new Error(`${head.slice(0, 300)} was answered with ${found}`);
}

/** One small request of each kind. */
export async function warmUp(target: Target): Promise<void> {
  await ask(target, 'reporter', `/restapi/v2/reports/file?locations[]=town-hall${PARTS}`);
  await ask(target, 'reporter', `/restapi/v2/reports/period?location=town-hall`);
  await ask(target, 'auditor', `${ADMIN}/opening-hours`, { body: { schedule: 'Mo-Fr 08:00-12:00; PH off' } });
  await ask(target, 'auditor', `${ADMIN}/ticket-preview?service_id=passports`, { body: {} });
  await ask(target, 'nobody', '/restapi/openapi.json');
}

export const ATTACKS: readonly Attack[] = [
  {
    name: 'bodies of half a megabyte without a key',
    async run(target) {
      for (const { path, tooLong, wrong } of DOORS) {
        for (const kind of ['json', 'form'] as const) {
          const body = LARGE[kind];
          const type = { 'content-type': TYPES[kind] };
          const zipped = gzipSync(body);
          const asZip = post(path, { ...type, 'content-encoding': 'gzip', 'content-length': zipped.length });
          const chunked = post(path, { ...type, 'transfer-encoding': 'chunked' });
          const inChunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
          const whole = post(path, { ...type, 'content-length': body.length });
          const shorter = post(path, { ...type, 'content-length': 17 });
          await Promise.all([
            ...times(24, () => refused(target, whole, body, tooLong)),
            ...times(12, () => refused(target, chunked, inChunks, tooLong)),
            ...times(12, () => refused(target, asZip, zipped, wrong)),
            // Bytes beyond the declared length are the next request, an invalid one.
            ...times(12, () => refused(target, shorter, body, wrong)),
          ]);
          // Shorter than declared, or sent in small pieces: as long as other requests take.
          await unread(target, 40, post(path, { ...type, 'content-length': 2 * body.length }) + body);
          await dripped(target, 60, whole, body);
        }
      }
    },
  },
  {
    name: 'files of reports over ten years',
    async run(target) {
      for (const file of ['pdf', 'xlsx']) {
        const path = `/restapi/v2/reports/file?from=${daysAgo(3_658)}&to=${daysAgo(0)}&file=${file}${PARTS}`;
        await Promise.all(times(2, () => ask(target, 'reporter', path, { status: 400 })));
      }
    },
  },
  {
    name: 'the largest file of a report that there may be',
    async run(target) {
      const path = `/restapi/v2/reports/file?from=${daysAgo(2_400)}&to=${daysAgo(0)}${PARTS}`;
      await ask(target, 'reporter', path);
    },
  },
  {
    name: 'figures of ten years, as JSON and as CSV',
    async run(target) {
      const span = `from=${daysAgo(3_658)}&to=${daysAgo(0)}`;
      await ask(target, 'reporter', `/restapi/v2/reports/period?location=town-hall&${span}`);
      await ask(target, 'reporter', `/restapi/v2/reports/tables?tables[]=days&tables[]=services&${span}`);
      await ask(target, 'reporter', `/restapi/v2/reports/tables?tables[]=days&format=csv&${span}`);
    },
  },
  {
    name: 'opening hours that change every minute, looked at',
    async run(target) {
      await Promise.all(
        times(5, () => ask(target, 'auditor', `${ADMIN}/opening-hours`, { body: { schedule: SCHEDULE } })),
      );
    },
  },
  {
    name: 'a ticket looked at within a site of 39,000 services',
    async run(target) {
      const siteOf = (count: number) => ({
        locations: HALLS.map((id) => ({ id, name: 'Hall' })),
        services: services(count, HALLS),
      });
      const preview = `${ADMIN}/ticket-preview?service_id=s1`;
      await ask(target, 'auditor', preview, { body: siteOf(39_000), status: 400 });
      // The maximum number.
      await Promise.all(times(3, () => ask(target, 'auditor', preview, { body: siteOf(3_800) })));
    },
  },
  {
    name: 'a table of 19,000 rows with schedules, not applied',
    async run(target) {
      const rows = services(19_000).map((row) => Object.values(row).join(','));
      const csv = ['id,name,location,schedule', ...rows].join('\n');
      // Refused at the end of all checks: one location has fewer.
      const table = { collection: 'services', table: csv };
      await ask(target, 'branch', `${ADMIN}/import-csv`, { body: table, status: 400 });
      const cell = 'x|'.repeat(1_900_000);
      await ask(target, 'branch', `${ADMIN}/import-csv`, {
        body: { collection: 'services', table: `id,locations\na,${cell}` },
      });
    },
  },
  {
    name: 'a site of 2,000 branches: imported, exported, compared and replaced',
    async run(target) {
      const path = `${ADMIN}/site`;
      const siteIn = (answer: string): Record<string, unknown> => JSON.parse(answer).site;
      const before = siteIn(await ask(target, 'boss', path));
      await ask(target, 'boss', path, { method: 'PUT', body: branches(2_000) });
      const large = siteIn(await ask(target, 'boss', path));
      await Promise.all([
        ask(target, 'auditor', path),
        ask(target, 'boss', `${path}/preview`, { body: large }),
        ask(target, 'branch', `${ADMIN}/services`),
      ]);
      await ask(target, 'boss', path, { method: 'PUT', body: large });
      await ask(target, 'boss', `${path}?mode=replace`, { method: 'PUT', body: renamed(large) });
      await ask(target, 'boss', `${path}?mode=replace`, { method: 'PUT', body: before });
    },
  },
  {
    name: 'a location as crowded as there may be: seen by kiosks, displays and counters, and used',
    async run(target) {
      const path = `${ADMIN}/site`;
      const before = JSON.parse(await ask(target, 'boss', path)).site;
      await ask(target, 'boss', path, { method: 'PUT', body: crowd(before) });
      const sockets = await Promise.all(times(10, () => openSocket(target.address)));
      for (const socket of sockets) socket.resume().write(eventsOf(target));
      const queue = '/restapi/v2/queuemanagement';
      for (let place = 0; place < 40; place += 1) {
        const wish = { service_id: 'schools', device_id: 'kiosk-1', lang: 'en' };
        await ask(target, 'boss', `${queue}/createticket`, { body: wish });
      }
      const body = { location_id: 'town-hall' };
      await Promise.all(times(5, () => ask(target, 'boss', `${queue}/initialstate`, { body })));
      const read = [
        `${queue}/waitingticketscount/town-hall`,
        '/restapi/v2/kiosks/kiosk-1',
        '/restapi/v2/displays/display-1',
        '/restapi/v2/counters',
        '/restapi/v2/counters/desk-1',
        '/restapi/services',
      ];
      for (const address of read) await Promise.all(times(5, () => ask(target, 'boss', address)));
      for (const socket of sockets) socket.destroy();
      await ask(target, 'boss', `${path}?mode=replace`, { method: 'PUT', body: before });
    },
  },
  {
    name: 'descriptions asked for 3,000 times on unread sockets',
    run: (target) => unread(target, 100, get('/restapi/openapi.json').repeat(30)),
  },
  {
    name: 'pages of an audit log that is long',
    async run(target) {
      const page = (before: string) => ask(target, 'auditor', `${ADMIN}/audit?limit=500&before=${before}`);
      for (let [pages, before] = [0, '']; pages < 20; pages += 1) {
        const { entries } = JSON.parse(await page(before)) as { readonly entries: readonly { readonly id: string }[] };
        before = entries.at(-1)?.id ?? '';
      }
      await Promise.all(times(10, () => page('')));
    },
  },
  {
    name: 'a person with 200 tickets, found and exported',
    async run(target) {
      const client_name = `Maria ${'de '.repeat(60)}Fuzz`;
      const wish = { service_id: 'schools', device_id: 'kiosk-1', lang: 'en', client_name };
      for (let ticket = 0; ticket < 200; ticket += 1) {
        await ask(target, 'boss', '/restapi/v2/queuemanagement/createticket', { body: wish });
      }
      const person = `${ADMIN}/personal-data`;
      await Promise.all(
        times(5, async () => {
          const found = JSON.parse(await ask(target, 'boss', `${person}/search`, { body: { text: client_name } }));
          if (found.tickets.length !== 200) throw new Error(`${found.tickets.length} tickets were found`);
          await ask(target, 'boss', `${person}/export`, { body: { text: client_name } });
        }),
      );
    },
  },
  {
    name: 'offline tickets, a hundred at once, of a kiosk that was alone',
    async run(target) {
      const kiosk = '/restapi/v2/kiosks/kiosk-1';
      const lease = { holder: 'attack', request: 'attack' };
      const { leases } = JSON.parse(await ask(target, 'kiosk', `${kiosk}/lease`, { body: lease })) as {
        readonly leases: readonly { readonly service_id: string; readonly first: number }[];
      };
      const newId = uuidSource();
      const batches = leases.slice(0, 8).map(({ service_id, first }) => ({
        holder: lease.holder,
        tickets: times(100, (place) => ({ id: newId(Date.now()), service_id, number: first + place })),
      }));
      await Promise.all(batches.map((body) => ask(target, 'kiosk', `${kiosk}/offline-tickets`, { body })));
    },
  },
  {
    name: 'events of 200 unread sockets',
    async run(target) {
      const sockets = await Promise.all(times(200, () => openSocket(target.address)));
      for (const socket of sockets) socket.write(eventsOf(target));
      const wish = { service_id: 'schools', device_id: 'kiosk-1', lang: 'en', client_name: 'x'.repeat(200) };
      for (let ticket = 0; ticket < 100; ticket += 1) {
        await ask(target, 'boss', '/restapi/v2/queuemanagement/createticket', { body: wish });
      }
      for (const socket of sockets) socket.destroy();
    },
  },
  {
    name: 'the folder of assets',
    async run(target) {
      await Promise.all(times(300, () => ask(target, 'nobody', '/assets/', { status: 404 })));
    },
  },
  {
    name: 'silent connections, half requests, and pages of a kiosk without a key',
    async run(target) {
      await unread(target, 150, '');
      await unread(target, 150, 'GET /healthz HTTP/1.1\r\nhost: loc');
      await unread(target, 50, `GET /kiosk/shell HTTP/1.1\r\nhost: localhost\r\n${UPGRADE}\r\n\r\n`);
    },
  },
];
