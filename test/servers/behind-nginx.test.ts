/** Three servers of one database behind nginx, by the configuration of packaging/servers, but for ports; one of them goes. */
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '../helpers/free-port.ts';
import { listen } from '../helpers/listener.ts';
import { replaced, startNginx } from '../helpers/nginx.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { openTown, type Town } from '../helpers/town.ts';

const CONFIGURATION = readFileSync(new URL('../../packaging/servers/nginx.conf', import.meta.url), 'utf8');

/** @returns the address of all three, once one of them answers there */
async function openFront(towns: readonly Town[]): Promise<string> {
  const front = `http://127.0.0.1:${await freePort()}`;
  startNginx(
    replaced(CONFIGURATION, {
      'listen 80;': `listen ${new URL(front).host};`,
      ...Object.fromEntries(towns.map(({ address }, index) => [`queue-${index + 1}:8080`, new URL(address).host])),
    }),
  );
  const isThere = (): Promise<boolean> =>
    fetch(`${front}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isThere).toBe(true);
  return front;
}

it('behind one address any server may go, and every number is given once', async () => {
  const { url: database } = await newDatabase();
  const first = await openTown({ database, authentication: 'off' });
  const others = [
    await openTown({ database, site: null, authentication: 'off' }),
    await openTown({ database, site: null, authentication: 'off' }),
  ];
  const towns = [first, ...others];
  onTestFinished(async () => void (await Promise.all(others.map((town) => town.close()))));
  const front = await openFront(towns);

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

it('the method UPDATE comes through', async () => {
  const town = await openTown({ authentication: 'off' });
  onTestFinished(() => town.close());
  const front = await openFront([town, town, town]);
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
