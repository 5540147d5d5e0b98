/** The machine of the database dies, and one that has followed it takes its place. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { databaseHosts, unsuitableTarget } from '../../main/database/postgres/database-hosts.ts';
import { listen } from '../helpers/listener.ts';
import { type Cluster, openCluster } from '../helpers/postgres-cluster.ts';
import { openTown, type Town } from '../helpers/town.ts';

const PATIENT = { timeout: 120_000 };

describe('an address of several machines', () => {
  it.each([
    ['postgres://u:p@one/q', ['postgres://u:p@one/q']],
    [
      'postgres://u:p%40@one:5432,two:5433,[::1]:5434/q?sslmode=verify-full&target_session_attrs=read-write',
      ['one:5432', 'two:5433', '[::1]:5434'].map((host) => `postgres://u:p%40@${host}/q?sslmode=verify-full`),
    ],
    [
      'postgresql://u@/q?host=/run/a,/run/b&port=5432,5433',
      ['host=%2Frun%2Fa&port=5432', 'host=%2Frun%2Fb&port=5433'].map((place) => `postgresql://u@/q?${place}`),
    ],
    [
      'postgres://u@x/q?host=one,two&port=5433',
      ['host=one&port=5433', 'host=two&port=5433'].map((place) => `postgres://u@x/q?${place}`),
    ],
    ['nonsense', ['nonsense']],
  ])('%s is one for each', (url, each) => expect(databaseHosts(url)).toEqual(each));

  it('may say that it wants the one that is written to, and no other', () => {
    const asking = (target: string) => unsuitableTarget(`postgres://u@one,two/q?target_session_attrs=${target}`);
    expect(['read-write', 'primary', 'standby', 'any'].map(asking)).toEqual([null, null, 'standby', 'any']);
  });
});

describe('a server whose database goes over to another machine', () => {
  let primary: Cluster;
  let standby: Cluster;
  let town: Town;
  beforeAll(async () => {
    primary = await openCluster({ durable: true });
    await primary.sql('postgres', 'CREATE DATABASE queue');
    standby = await primary.follow();
    // The one that cannot be written comes first, and is passed by.
    const url = `${primary.url('queue').split('?')[0]}?host=${standby.folder},${primary.folder}`;
    town = await openTown({ database: url });
  });
  afterAll(async () => {
    await town?.close();
    await Promise.all([primary?.close(), standby?.close()]);
  });

  it('responds 131 with Retry-After, keeps its pages connected, and continues there without data loss', async () => {
    const screen = await listen(town.address, 'hall');
    let isClosed = false;
    void screen.ended.then(() => {
      isClosed = true;
    });
    const create = async (key: string) => {
      const response = await fetch(`${town.address}/restapi/v2/queuemanagement/createticket`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ service_id: 'passports' }),
      });
      return {
        headers: response.headers,
        body: (await response.json()) as { errno?: number; ticket?: { number: string } },
      };
    };
    const confirmed = new Map<string, string>();
    const unanswered: string[] = [];
    let isDown = false;
    let keys = 0;
    const kiosk = async (): Promise<void> => {
      while (!isDown) {
        keys += 1;
        const key = `visitor-${keys}`;
        const { body } = await create(key);
        if (body.ticket !== undefined) confirmed.set(key, body.ticket.number);
        else unanswered.push(key);
      }
    };
    const kiosks = [kiosk(), kiosk(), kiosk()];
    await vi.waitUntil(() => confirmed.size >= 20, PATIENT);
    await primary.kill();
    const refused = await create('too-late');
    isDown = true;
    await Promise.all(kiosks);
    expect(refused.body.errno).toBe(131);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${town.address}/healthz`)).status).toBe(200);
    expect((await fetch(`${town.address}/readyz`)).status).toBe(503);
    expect(isClosed).toBe(false);

    await standby.promote();
    // With the same key, whatever became of it before: once.
    for (const key of [...unanswered, 'too-late']) {
      const number = await vi.waitUntil(async () => (await create(key)).body.ticket?.number, PATIENT);
      confirmed.set(key, number);
    }
    for (const [key, number] of confirmed) expect((await create(key)).body.ticket?.number).toBe(number);
    const numbers = [...confirmed.values()].map(Number).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: confirmed.size }, (_, index) => index + 1));
    expect(await town.waiting('Passports')).toHaveLength(confirmed.size);
    // Whoever has listened all the time hears of what happens now.
    const { ticket } = await town.createTicket('Taxes').catch(() => town.createTicket('Weddings'));
    await screen.until((message) => JSON.stringify(message).includes(ticket.id));
    expect(isClosed).toBe(false);
    await screen.close();
  });
});
