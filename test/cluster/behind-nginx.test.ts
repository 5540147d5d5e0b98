/** Three servers of one database behind nginx, by the configuration of packaging/servers, but for ports; one of them goes. */
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { REPORT_LINE } from '../../main/reports/sql/report-queues.ts';
import { REPORT_MS, REPORT_STATEMENT_MS } from '../../main/store/postgres/database.ts';
import { openCounterTown } from '../helpers/counter-page.ts';
import { openDatabaseLine } from '../helpers/database-line.ts';
import { listen } from '../helpers/listener.ts';
import { PACKAGED, startPackagedNginx } from '../helpers/nginx.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { openTown, type Town, type TownOptions } from '../helpers/town.ts';

it('behind one address any server may go, and every number is given once', async () => {
  const { url: database } = await newDatabase();
  const first = await openTown({ database, authentication: 'off' });
  const others = [
    await openTown({ database, site: null, authentication: 'off' }),
    await openTown({ database, site: null, authentication: 'off' }),
  ];
  const towns = [first, ...others];
  onTestFinished(async () => void (await Promise.all(others.map((town) => town.close()))));
  const front = await startPackagedNginx(towns.map(({ address }) => address));

  /** As a kiosk does: again with the same key, until it is answered. */
  async function ticket(key: string): Promise<number> {
    for (;;) {
      const response = await fetch(`${front}/restapi/v2/queuemanagement/createticket`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ service_id: 'passports' }),
      }).catch(() => null);
      if (response?.status === 200)
        return Number(((await response.json()) as { ticket: { number: string } }).ticket.number);
    }
  }

  const screen = await listen(front, 'hall');
  onTestFinished(() => screen.close());
  const numbers: number[] = [];
  const visitors = Array.from({ length: 4 }, async (_, kiosk) => {
    for (let visitor = 0; visitor < 15; visitor += 1) numbers.push(await ticket(`kiosk-${kiosk}-${visitor}`));
  });
  await expect.poll(() => numbers.length).toBeGreaterThan(10);
  await first.close();
  await Promise.all(visitors);
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  const again = await listen(front, 'hall');
  onTestFinished(() => again.close());
  expect(again.state().services.find(({ service_id }) => service_id === 'passports')?.waiting).toBe(60);
});

/** Says that it is there; takes every other request, and then hangs, or is gone without an answer. */
async function failingServer(how: 'hangs' | 'is gone') {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const isAsked = request.url === '/readyz';
    if (isAsked) response.end('{}');
    else seen.push(`${request.method} ${request.url?.split('/').at(-1)}`);
    if (!isAsked && how === 'is gone') request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { seen, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

it('a server that fails in the middle holds up no reading and nothing that has a key; what has none is not sent twice', async () => {
  const { url: database } = await newDatabase();
  const town = await openTown({ database, authentication: 'off' });
  onTestFinished(() => town.close());
  /** Three requests, of which one comes to the server that fails: it is passed by from then on. */
  const three = async (how: 'hangs' | 'is gone', ask: (front: string, nth: number) => Promise<Response>) => {
    const failing = await failingServer(how);
    const quick = { 'proxy_read_timeout 20s;': 'proxy_read_timeout 5s;', 'fail_timeout=5s': 'fail_timeout=10m' };
    const front = await startPackagedNginx(
      [failing, town, town].map(({ address }) => address),
      how === 'hangs' ? quick : { 'fail_timeout=5s': 'fail_timeout=10m' },
    );
    const statuses: number[] = [];
    for (const nth of [1, 2, 3]) statuses.push((await ask(front, nth)).status);
    return { statuses: statuses.toSorted((one, other) => one - other), seen: failing.seen };
  };
  const create = (front: string, headers: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${front}/restapi/v2/queuemanagement/createticket`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ service_id: 'passports' }),
    });
  const waiting = async (): Promise<number> => (await town.waiting('Passports')).length;

  const read = await three('hangs', (front) => fetch(`${front}/restapi/services`));
  expect(read).toEqual({ statuses: [200, 200, 200], seen: ['GET services'] });

  const keyed = await three('is gone', (front, nth) => create(front, { 'idempotency-key': `visitor-${nth}` }));
  expect(keyed).toEqual({ statuses: [200, 200, 200], seen: ['POST createticket'] });
  expect(await waiting()).toBe(3);

  const bare = await three('is gone', (front) => create(front, {}));
  expect(bare).toEqual({ statuses: [200, 200, 502], seen: ['POST createticket'] });
  expect(await waiting()).toBe(5);
});

it('a server with too many reports to make is still asked for all else, and no other one is asked for its reports', async () => {
  const seen: string[] = [];
  const servers = [1, 2, 3].map((nth) =>
    createServer((request, response) => {
      const isReport = request.url?.startsWith('/restapi/v2/reports/') === true;
      if (isReport) seen.push(`server ${nth}`);
      response.writeHead(isReport ? 503 : 200, { 'retry-after': '2' }).end(isReport ? '{"errno":131}' : `${nth}`);
    }),
  );
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
  }
  const towns = servers.map((server) => ({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
  const front = await startPackagedNginx(
    towns.map(({ address }) => address),
    { 'fail_timeout=5s': 'fail_timeout=10m' },
  );

  const busy = [];
  for (let nth = 1; nth <= 3; nth += 1) {
    const response = await fetch(`${front}/restapi/v2/reports/today`);
    busy.push([response.status, await response.text(), response.headers.get('retry-after')]);
  }
  expect(busy).toEqual(busy.map(() => [503, '{"errno":131}', '2']));
  expect(seen.toSorted()).toEqual(['server 1', 'server 2', 'server 3']);
  const answered = new Set<string>();
  for (let nth = 1; nth <= 6; nth += 1) answered.add(await (await fetch(`${front}/restapi/services`)).text());
  expect([...answered].toSorted()).toEqual(['1', '2', '3']);
});

it('logs no ticket secrets and parameters, with or without an available server', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-logs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const access = join(folder, 'access.log');
  let faults = '';
  const said = (text: string): void => {
    faults += text;
  };
  const server = createServer((request, response) => {
    if (request.url === '/readyz' || request.url?.includes('well') === true) response.end('{}');
    else request.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const town = { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const front = await startPackagedNginx(
    [town, town, town].map(({ address }) => address),
    {},
    { access, said },
  );
  for (const path of [
    '/ticket/well-AaIfUC',
    '/ticket/AaIfUC?client_name=Ana',
    '//ticket/AaIfUC',
    '/well?client_name=Ana',
  ]) {
    await fetch(`${front}${path}`);
  }
  await fetch(`${front}/last`);
  await expect.poll(() => readFile(access, 'utf8')).toContain('/last');
  await expect.poll(() => faults).toContain('/last');
  const written = await readFile(access, 'utf8');
  expect(written).toMatch(/ GET \/ticket\/\.\.\. 200 /);
  expect(`${written}${faults}`).not.toMatch(/AaIfUC|Ana/);
});

it('a report is waited for until its turn has come and its statement has had its time', () => {
  const section = PACKAGED.slice(PACKAGED.indexOf('location /restapi/v2/reports/ {'));
  const seconds = Number(/proxy_read_timeout (\d+)s;/.exec(section)?.[1]);
  expect(seconds * 1000).toBeGreaterThan(REPORT_LINE.waitMs + REPORT_STATEMENT_MS);
  expect(seconds * 1000).toBeGreaterThan(REPORT_MS);
});

/** What it says of the database to whoever wants a ticket, and whether its pages come. */
async function told(front: string, headers: Readonly<Record<string, string>>) {
  const refused = await fetch(`${front}/restapi/v2/queuemanagement/createticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ service_id: 'passports' }),
  });
  const body = await refused.text();
  const page = await fetch(`${front}/counter/`);
  return {
    status: refused.status,
    errno: body.startsWith('{') ? JSON.parse(body).errno : body,
    comesAgain: Number(refused.headers.get('retry-after')) > 0,
    page: page.status,
  };
}

/** What a server with pages says to each whose database is away. */
const AWAY = { status: 503, errno: 131, comesAgain: true, page: 200 };

/** A database that can be away for these who reach it by this line, and servers over it that have pages. */
async function openServedTown() {
  const { url } = await newDatabase();
  const line = await openDatabaseLine(url);
  let isThere = true;
  const goAway = async (): Promise<void> => {
    if (isThere) await line.close();
    isThere = false;
  };
  const open = async (options: TownOptions): Promise<Town> => {
    const town = await openCounterTown({ authentication: 'off', ...options });
    onTestFinished(() => town.close());
    return town;
  };
  onTestFinished(goAway);
  return { url, line, goAway, open };
}

it('responds with error and Retry-After while the database is unavailable, and still serves pages', async () => {
  const { line, goAway, open } = await openServedTown();
  const towns = [await open({ database: line.url })];
  for (const _ of [2, 3]) towns.push(await open({ database: line.url, site: null }));
  const front = await startPackagedNginx(
    towns.map(({ address }) => address),
    { 'fail_timeout=5s': 'fail_timeout=10m' },
  );
  await goAway();
  const heard = [];
  for (let nth = 1; nth <= 5; nth += 1) heard.push(await told(front, { 'idempotency-key': `visitor-${nth}` }));
  for (let nth = 1; nth <= 4; nth += 1) heard.push(await told(front, {}));
  expect(heard).toEqual(heard.map(() => AWAY));
});

it('skips a server that alone has lost the database', async () => {
  const { url, line, goAway, open } = await openServedTown();
  const towns = [await open({ database: line.url })];
  for (const _ of [2, 3]) towns.push(await open({ database: url, site: null }));
  const front = await startPackagedNginx(
    towns.map(({ address }) => address),
    { 'fail_timeout=5s': 'fail_timeout=10m' },
  );
  await goAway();
  const heard = [];
  for (let nth = 1; nth <= 6; nth += 1) heard.push(await told(front, { 'idempotency-key': `visitor-${nth}` }));
  expect(heard.map(({ status, page }) => [status, page])).toEqual(heard.map(() => [200, 200]));
});

it('each server has an address in the compose file that stays when its container is made anew', () => {
  const compose = readFileSync(new URL('../../packaging/servers/compose.yaml', import.meta.url), 'utf8');
  const subnet = /subnet: (\d+\.\d+\.\d+\.)0\/24/.exec(compose)?.[1];
  const services = compose
    .slice(compose.indexOf('\nservices:'), compose.indexOf('\nvolumes:'))
    .split(/\n {2}(?=[\w-]+:)/);
  const addresses = new Map(
    services.slice(1).map((text) => [text.split(':')[0], /ipv4_address: ([\d.]+)/.exec(text)?.[1] ?? 'none']),
  );
  const namedAs = (how: string): (string | undefined)[] =>
    [...PACKAGED.matchAll(new RegExp(`^ {2}server ([\\w-]+):8080 ${how}`, 'gm'))].map(([, name]) => name);
  const named = namedAs('max_fails=1 ');
  expect(namedAs('backup max_fails=0;')).toEqual(named);
  expect(named).toEqual(['queue-1', 'queue-2', 'queue-3']);
  expect([...addresses.keys()].toSorted()).toEqual(['database', 'front', ...named]);
  expect(new Set(addresses.values()).size).toBe(addresses.size);
  for (const address of addresses.values()) expect(address.startsWith(subnet ?? '?'), address).toBe(true);
});

it('the method UPDATE comes through', async () => {
  const town = await openTown({ authentication: 'off' });
  onTestFinished(() => town.close());
  const front = await startPackagedNginx([town.address, town.address, town.address]);
  async function form(method: string, path: string, name: string): Promise<string> {
    const response = await fetch(`${front}/restapi/v2/forms${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, selected: false, questions: { before: [], during: [], end: [] } }),
    });
    const { id, ...rest } = (await response.json()) as { id: string };
    expect([response.status, rest]).toEqual([200, expect.objectContaining({ success: true })]);
    return id;
  }
  const id = await form('POST', '', 'first');
  expect(await form('UPDATE', `/${id}`, 'second')).toBe(id);
  const known = await fetch(`${town.address}/restapi/v2/forms/${id}`);
  expect(await known.json()).toMatchObject({ role: { name: 'second' } });
});
