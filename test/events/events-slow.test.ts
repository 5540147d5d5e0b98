import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Listener, listen } from '../helpers/listener.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let town: Town;
let listeners: Listener[];

/** Long names make a state of more than half a megabyte, so that what the system keeps for a reader is soon full. */
function wordySite(): Record<string, unknown> {
  const site = townSite();
  const wordy = Array.from({ length: 150 }, (_, index) => ({
    id: `wordy-${index}`,
    name: `${index} ${'long '.repeat(700)}`,
    location: 'hall',
  }));
  return { ...site, services: [...(site.services as object[]), ...wordy] };
}

beforeEach(async () => {
  listeners = [];
  town = await openTown({ site: wordySite() });
});
afterEach(async () => {
  for (const { socket } of listeners) socket.terminate();
  await town.close();
});

async function atHall(): Promise<Listener> {
  const listener = await listen(town.address, 'hall');
  listeners.push(listener);
  return listener;
}

it('disconnects a client that does not read, and the others receive everything', async () => {
  const slow = await atHall();
  const others = await Promise.all([atHall(), atHall()]);
  slow.socket.pause();
  const isCutOff = (): boolean => town.logged.some(({ event }) => event === 'events.client-disconnected');
  let changes = 0;
  // What the kernel holds for it is a matter of the machine: 100 states are far beyond it.
  for (; changes < 100 && !isCutOff(); changes += 1) {
    const name = `Window ${changes}`;
    await town.site.load({ desks: [{ id: 'desk-1', name, location: 'hall' }] });
    const statesOf = ({ heard }: Listener): number => heard.filter(({ type }) => type === 'state').length;
    const wanted = changes + 2;
    await Promise.all(others.map((other) => other.until(() => statesOf(other) >= wanted)));
  }
  expect(isCutOff()).toBe(true);
  await town.createTicket('Passports');
  for (const { heard, until } of others) {
    await until(({ type }) => type === 'ticket.created');
    expect(heard.filter(({ type }) => type === 'state')).toHaveLength(changes + 1);
  }
  slow.socket.resume();
  expect(await slow.ended).toBe(1006);
  expect(slow.heard.length).toBeLessThan(others[0]?.heard.length ?? 0);
  // It comes back and gets what it needs.
  const back = await atHall();
  expect(back.state().services.find(({ service_id }) => service_id === 'passports')?.waiting).toBe(1);
});

it('a client that leaves signs of life unanswered is given up', async () => {
  const silent = await atHall();
  silent.socket.pause();
  const lively = await atHall();
  for (let beat = 0; beat < 10; beat += 1) {
    const alive = new Promise((resolve) => lively.socket.once('ping', resolve));
    town.clock.advance(2_000);
    await alive;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(town.logged.filter(({ event }) => event === 'events.client-disconnected')).toHaveLength(1);
  await town.createTicket('Passports');
  await lively.until(({ type }) => type === 'ticket.created');
});
