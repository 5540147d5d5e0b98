/** `/metrics`, `/healthz` and `/readyz`: whom they answer, under which names, and while the database hangs. */
import { request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Store } from '../../main/store/contract/store.ts';
import { type LockedTown, openLockedTown } from '../helpers/locked-town.ts';
import { OPERATIONS } from '../helpers/operations.ts';
import { openTown } from '../helpers/town.ts';

const KEYS = '/restapi/v2/admin/report_keys';

/** Asks as a probe does: under whatever name it has been given. */
function look(address: string, path: string, host: string, key = ''): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(address);
  const headers = { host, ...(key === '' ? {} : { authorization: `Bearer ${key}` }) };
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.once('error', reject).end();
  });
}

async function metricsKey(town: LockedTown, more: object = {}): Promise<string> {
  const chief = await town.keyOf('chief');
  await town.ask('POST', KEYS, chief, { id: 'prometheus', name: 'Prometheus', scope: 'metrics', ...more });
  return (await town.ask('POST', `${KEYS}/prometheus/key`, chief)).body.key;
}

describe('a metrics key', () => {
  it('opens /metrics, and no operation of the interface', async () => {
    const town = await openLockedTown({ authentication: 'on' });
    onTestFinished(() => town.close());
    const key = await metricsKey(town);
    const { status, text } = await look(town.address, '/metrics', '127.0.0.1', key);
    expect([status, text]).toEqual([200, expect.stringContaining('tan_waiting_tickets{service="passports"} 0')]);
    const opened = [];
    for (const { name, method, path, withoutKey } of OPERATIONS) {
      if (withoutKey === true) continue;
      const { body } = await town.ask([method].flat()[0] ?? 'GET', path.replace(/:\w+/g, 'x'), key);
      if (body.errno !== 104) opened.push(name);
    }
    expect(opened).toEqual([]);
  });

  it('of some locations shows the queues of those, and nothing of the process', async () => {
    const town = await openLockedTown({ authentication: 'on' });
    onTestFinished(() => town.close());
    const { text } = await look(
      town.address,
      '/metrics',
      '127.0.0.1',
      await metricsKey(town, { locations: ['clinic'] }),
    );
    expect(text).toContain('tan_waiting_tickets{service="blood"}');
    expect(text).not.toMatch(/service="passports"|tan_database_up|process_cpu/);
  });

  it('stops when it ends', async () => {
    const town = await openLockedTown({ authentication: 'on' });
    onTestFinished(() => town.close());
    const key = await metricsKey(town);
    await town.ask('DELETE', `${KEYS}/prometheus/key`, await town.keyOf('chief'));
    expect((await look(town.address, '/metrics', '127.0.0.1', key)).status).toBe(401);
  });
});

describe('under a name that the site does not list', () => {
  const OTHER = 'queue-1.internal:8080';

  it('responds to probes, and to metrics only with a metrics key', async () => {
    const town = await openLockedTown({ authentication: 'on' });
    onTestFinished(() => town.close());
    const key = await metricsKey(town);
    const status = async (path: string, host: string, as = ''): Promise<number> =>
      (await look(town.address, path, host, as)).status;
    expect(await status('/healthz', OTHER)).toBe(200);
    expect(await status('/readyz', OTHER)).toBe(200);
    expect(await status('/metrics', OTHER, key)).toBe(200);
    expect(await status('/metrics', '192.0.2.7:8080', key)).toBe(200);
    expect(await status('/metrics', OTHER)).toBe(421);
    expect(await status('/metrics', OTHER, 'tanr_made-up')).toBe(401);
    expect(await status('/restapi/locations', OTHER, key)).toBe(421);
  });

  it('believes no made-up key where no key is asked for', async () => {
    const town = await openTown({ authentication: 'off' });
    onTestFinished(() => town.close());
    expect((await look(town.address, '/metrics', '127.0.0.1', 'tanr_made-up')).status).toBe(200);
    expect((await look(town.address, '/metrics', OTHER, 'tanr_made-up')).status).toBe(401);
  });
});

describe('while the database hangs', () => {
  it('returns the metrics of the process, with one database query for simultaneous requests', async () => {
    let hangs = false;
    let pings = 0;
    const never = new Promise<never>(() => {});
    const wrapStore = (store: Store): Store => ({
      ...store,
      ping: () => {
        pings += 1;
        return hangs ? never : store.ping();
      },
      query: (...asked) => (hangs ? never : store.query(...asked)),
    });
    const town = await openTown({ authentication: 'off', wrapStore });
    onTestFinished(() => town.close());
    const read = async (): Promise<string> => (await fetch(`${town.address}/metrics`)).text();
    expect(await read()).toContain('tan_database_up 1');
    hangs = true;
    pings = 0;
    const [one, other] = await Promise.all([read(), read()]);
    for (const text of [one, other]) {
      expect(text).toContain('tan_database_up 0');
      expect(text).toContain('tan_requests_total{operation="metrics",status="200"}');
      expect(text).not.toContain('tan_waiting_tickets{');
    }
    expect(pings).toBe(1);
  });
});

it('reads the queues of all services by one query', async () => {
  const asked: string[] = [];
  const wrapStore = (store: Store): Store => ({
    ...store,
    query: (query, ...rest) => {
      asked.push(query);
      return store.query(query, ...rest);
    },
  });
  const town = await openTown({ authentication: 'off', wrapStore });
  onTestFinished(() => town.close());
  await town.createTicket('Passports');
  asked.length = 0;
  const text = await (await fetch(`${town.address}/metrics`)).text();
  expect(text).toContain('tan_waiting_tickets{service="passports"} 1');
  expect(text).toContain('tan_leader 1');
  expect(asked).toEqual(['waitingCounts', 'openLimitAlarms']);
});
