/** Wait times of a server, on both database engines. */
import { afterEach, expect, it } from 'vitest';
import { askTickets, followTicket, PUBLIC_URL, takeTicket } from '../helpers/phone.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

const MINUTE = 60_000;
const towns: Town[] = [];

async function open(options: Parameters<typeof openTown>[0] = {}): Promise<Town> {
  const town = await openTown(options);
  towns.push(town);
  return town;
}

afterEach(async () => {
  for (const town of towns.splice(0).reverse()) await town.close();
});

async function nextWait(town: Town, service: string): Promise<number> {
  const response = await fetch(`${town.address}/restapi/v2/kiosks/kiosk-1`);
  const body = (await response.json()) as { services: { id: string; next_wait: number }[] };
  return body.services.find(({ id }) => id === service)?.next_wait ?? Number.NaN;
}

async function counterSays(town: Town, service: string): Promise<number> {
  const response = await fetch(`${town.address}/restapi/v2/counters/desk-1`);
  const body = (await response.json()) as { services: { id: string; next_wait: number }[] };
  return body.services.find(({ id }) => id === service)?.next_wait ?? Number.NaN;
}

const toldOn = async (town: Town): Promise<number> => {
  const answer = await town.createTicket('Passports', { device_id: 'kiosk-1' });
  return Number(answer.ticket_strings.waiting_time);
};

/** Counts that only tickets have changed can be two seconds old at another server. */
async function untilCounted(town: Town, service: string, atLeast: number): Promise<void> {
  town.clock.advance(2_000);
  const atEachServer = async (): Promise<number> =>
    Math.min(await nextWait(town, service), await nextWait(town, service), await nextWait(town, service));
  await expect.poll(atEachServer, { timeout: 10_000 }).toBeGreaterThan(atLeast);
}

/** A visitor is called every ten minutes. */
async function serve(town: Town, visits: number): Promise<void> {
  for (let visit = 0; visit < visits; visit += 1) {
    await town.callNext('Desk 1');
    town.clock.advance(10 * MINUTE);
  }
}

it('without calls, only the configured wait is shown, and only to the next visitor', async () => {
  const town = await open();
  expect(await nextWait(town, 'passports')).toBe(300);
  await town.createTicket('Passports');
  expect(await nextWait(town, 'passports')).toBe(0);
  expect(await toldOn(town)).toBe(0);
});

it('the configured wait is shown to one of two simultaneous visitors', async () => {
  const town = await open();
  const told = await Promise.all([toldOn(town), toldOn(town)]);
  expect(told.toSorted((a, b) => a - b)).toEqual([0, 300]);
});

it('grows evenly with visitors ahead, also those for another service at the same desk', async () => {
  const town = await open();
  for (let person = 0; person < 8; person += 1) await town.createTicket('Passports');
  await serve(town, 3);
  const five = await nextWait(town, 'passports');
  expect(five).toBeGreaterThan(50 * 60);
  expect(five).toBeLessThan(65 * 60);
  expect(await counterSays(town, 'passports')).toBe(five);
  expect(await toldOn(town)).toBe(five);
  await untilCounted(town, 'passports', five + 8 * 60);
  const six = await nextWait(town, 'passports');
  expect(six - five).toBeLessThan(13 * 60);
  await town.createTicket('Taxes');
  await untilCounted(town, 'passports', six + 8 * 60);
});

it('is the same on the kiosk, at the counter, on paper, and on the phone that follows the ticket', async () => {
  const site = townSite();
  const town = await open({
    site: {
      ...site,
      settings: { ...(site.settings as object), public_url: PUBLIC_URL, api_authentication: false },
    },
  });
  for (let person = 0; person < 8; person += 1) await town.createTicket('Passports');
  await serve(town, 3);
  // Visitors ahead want another service, and are served at the same desk.
  await town.createTicket('Taxes');
  const told = await nextWait(town, 'passports');
  expect(told).toBeGreaterThan(60 * 60);
  expect(await counterSays(town, 'passports')).toBe(told);
  const ticket = await takeTicket(town, 'passports', { device_id: 'kiosk-1' });
  expect(ticket.told).toBe(told);
  const opened = await askTickets(town, 'lookup', ticket.secret);
  expect(opened.body.ticket).toMatchObject({ before: 5, wait_seconds: told });
  const phone = await followTicket(town, ticket.secret);
  try {
    expect(phone.now()).toMatchObject({ before: 5, wait_seconds: told });
  } finally {
    await phone.close();
  }
});

it('is the same after a restart, and for a repeated request', async () => {
  const town = await open();
  for (let person = 0; person < 6; person += 1) await town.createTicket('Passports');
  await serve(town, 3);
  const before = await nextWait(town, 'passports');
  expect(before).toBeGreaterThan(0);
  // One server: peers with their own databases cannot see its store.
  const again = await open({
    clock: town.clock,
    site: null,
    several: false,
    wrapStore: (own) => ({ ...town.store, close: () => own.close() }),
  });
  expect(await nextWait(again, 'passports')).toBe(before);

  const twice = { service_id: 'passports', device_id: 'kiosk-1' };
  const first = await town.post('createticket', twice, { 'idempotency-key': 'twice' });
  town.clock.advance(3 * MINUTE);
  await town.callNext('Desk 1');
  const second = await town.post('createticket', twice, { 'idempotency-key': 'twice' });
  expect(first.body.ticket_strings.waiting_time).toBe(String(before));
  expect(second.body).toEqual(first.body);
});

it('uses the weeks before on the next morning, from calls and from their aggregates', async () => {
  const town = await open({ at: '2026-11-19T10:00:00Z' });
  for (let person = 0; person < 12; person += 1) await town.createTicket('Passports');
  await serve(town, 6);
  town.clock.advance(7 * 24 * 60 * MINUTE - 60 * MINUTE);
  for (let person = 0; person < 4; person += 1) await town.createTicket('Passports');
  // It is read in parallel to the queue.
  await expect.poll(() => nextWait(town, 'passports')).toBeGreaterThan(30 * 60);
  expect(await nextWait(town, 'passports')).toBeLessThan(50 * 60);
});
