/** State shared by the servers of one database: connected devices, their actions, pairing, login attempts, unknown cards. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { coverWith } from '../../main/access/service/attempt-counter.ts';
import { createGuessTries, sharePanelPins } from '../../main/access/service/guess-limits.ts';
import { createLoginGate, type LoginGate } from '../../main/access/service/login-throttle.ts';
import { shareTries } from '../../main/access/service/shared-rate-limits.ts';
import { type DeviceStatus, UNKNOWN_STATUS } from '../../main/devices/contract/device-status.ts';
import { createPhoneHandoff } from '../../main/devices/service/connections/phone-handoff.ts';
import { createDevicePresence, type DevicePresence } from '../../main/devices/service/presence/device-presence.ts';
import { CardValue } from '../../main/kiosk/contract/reader.ts';
import { openPinGate, type PinGate } from '../../main/kiosk/panel/pin-gate.ts';
import { silentLog } from '../../main/lib/context.ts';
import { listen } from '../helpers/listener.ts';
import { type Database, newDatabase } from '../helpers/postgres-database.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { turnedClock } from '../helpers/turned-clock.ts';

const PATIENT = { timeout: 60_000 };

let database: Database;
let east: Town;
let west: Town;
beforeEach(async () => {
  database = await newDatabase();
  east = await openTown({ database: database.url, site: townSite() });
  west = await openTown({ database: database.url, site: null });
});
afterEach(async () => {
  await Promise.all([east.close(), west.close()]);
  database.drop();
});

const until = (check: () => void): Promise<void> => vi.waitFor(check, PATIENT);

describe('a device connected to one server', () => {
  it('is visible at the other with its report, until it disconnects', async () => {
    const screen = await listen(west.address, 'hall');
    const kiosk = await listen(east.address, 'hall', { device: 'kiosk-1' });
    kiosk.socket.send(JSON.stringify({ type: 'device.status', status: { printer: 'no-paper' } }));
    // Peers are notified once a second at most.
    const shown = () => {
      west.clock.advance(500);
      return screen.heard
        .flatMap((message) => (message.type === 'device.changed' ? message.devices : []))
        .findLast(({ device_id }) => device_id === 'kiosk-1');
    };
    await until(() => expect(shown()).toMatchObject({ connected: true, status: { printer: 'no-paper' } }));
    await kiosk.close();
    await until(() => expect(shown()).toMatchObject({ connected: false }));
    await screen.close();
  });

  it('counts as connected after moving to another server, in any order of notifications', async () => {
    const [here, there] = [east, west].map(({ store, clock }) => createDevicePresence(clock, store.peers.bulletin));
    const seen = (presence: DevicePresence | undefined) => presence?.of('pad-1').connected;
    const line = here!.connect('pad-1');
    await until(() => expect(seen(there)).toBe(true));
    const next = there!.connect('pad-1');
    line.close();
    await until(() => expect([seen(here), seen(there)]).toEqual([true, true]));
    next.close();
    await until(() => expect([seen(here), seen(there)]).toEqual([false, false]));
    expect(here?.of('pad-1').changedAt).toBe(east.clock.now());
  });

  it('that alternates between both has its latest report, and its version is known while it runs', async () => {
    const clocks = [east.clock, west.clock];
    const [here, there] = [east, west].map(({ store, clock }) => createDevicePresence(clock, store.peers.bulletin));
    const say = (presence: DevicePresence | undefined, printer: DeviceStatus['printer']): void => {
      for (const clock of clocks) clock.advance(1_000);
      presence!.says('kiosk-1', { ...here!.of('').status, screen: 'idle', printer });
    };
    const known = (): readonly unknown[] =>
      [here, there].map((presence) => {
        const { connected, status } = presence!.of('kiosk-1');
        return [connected, status.printer];
      });
    const both = (connected: boolean, printer: string) =>
      until(() => expect(known()).toEqual([connected, connected].map((yes) => [yes, printer])));
    say(here, 'ok');
    await both(true, 'ok');
    say(there, 'no-paper');
    await both(true, 'no-paper');
    // The same report as before there.
    say(here, 'ok');
    await both(true, 'ok');
    for (const clock of clocks) clock.advance(60_000);
    // Its latest report is still known.
    await both(false, 'ok');
    const program = here!.connect('kiosk-1', false);
    program.report({ printer: 'low' });
    await both(false, 'low');
  });

  it('disconnects when its server is killed', async () => {
    const presence = createDevicePresence(west.clock, west.store.peers.bulletin);
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('presence-child.ts', import.meta.url)), database.url],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    await until(() => expect(presence.of('kiosk-1').connected).toBe(true));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await until(() => expect(presence.of('kiosk-1').connected).toBe(false));
  });
});

/** Any operation at one of the two servers. */
async function ask(town: Town, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' };
  const url = `${town.address}/restapi/v2/${path}`;
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}

describe('a screen that waits for its key at one server', () => {
  it('is paired by its code at the other, gets the key, and its code expires at both', async () => {
    await east.site.load({ devices: [{ id: 'hall-display', name: 'Hall', type: 9, location: 'hall' }] });
    await until(() => expect(west.site.current().device('hall-display')).toBeDefined());
    const secret = randomBytes(32).toString('base64url');
    const { code } = await ask(east, 'pairing', { secret });
    await vi.waitFor(async () => expect(await ask(west, 'pairing', { secret })).toMatchObject({ code }), PATIENT);
    expect(await ask(west, 'admin/devices/hall-display/pair', { code })).toMatchObject({ device_id: 'hall-display' });
    await vi.waitFor(
      async () =>
        expect(await ask(east, 'pairing/collect', { secret })).toMatchObject({
          paired: true,
          key: expect.stringMatching(/./),
        }),
      PATIENT,
    );
    // Another request starts a new pairing, at the other server too.
    const again = await vi.waitFor(async () => {
      const begun = await ask(west, 'pairing', { secret });
      expect(begun.code).not.toBe(code);
      return begun;
    }, PATIENT);
    expect(again).toMatchObject({ success: true });
    expect(await ask(west, 'pairing/collect', { secret })).toMatchObject({ paired: false, key: '' });
  });
});

describe('a remote action requested at one server', () => {
  it('is delivered by the other one, where the kiosk polls and had found no action before', async () => {
    const beat = async (): Promise<unknown> =>
      (await ask(west, 'kiosks/kiosk-1/status', { printer: 'ok', can: 'test-print' })).actions;
    expect([await beat(), await beat()]).toEqual([[], []]);
    // The supported actions of the kiosk are known there a moment later.
    const id = await vi.waitFor(async () => {
      const { action } = await ask(east, 'admin/devices/kiosk-1/actions', { action: 'test-print' });
      expect(action).toMatchObject({ state: 'asked' });
      return (action as { readonly id: string }).id;
    }, PATIENT);
    await vi.waitFor(async () => expect(await beat()).toMatchObject([{ id, action: 'test-print' }]), PATIENT);
  });
});

describe('a number on the screen of a kiosk at one server', () => {
  it('is known there to be on a phone at the other one, in either order', async () => {
    const [here, there] = [east, west].map(({ store, clock }) => {
      const presence = createDevicePresence(clock, store.peers.bulletin);
      return { presence, taken: createPhoneHandoff(presence, store.peers.bulletin) };
    });
    const told: string[] = [];
    here!.taken.listen('kiosk-1', (ticketId) => told.push(ticketId));
    const show = (shown_ticket: string): void =>
      here!.presence.says('kiosk-1', { ...UNKNOWN_STATUS, screen: 'problem', shown_ticket });
    show('first');
    await until(() => expect(there!.presence.of('kiosk-1').status.shown_ticket).toBe('first'));
    there!.taken.opened('second');
    there!.taken.opened('first');
    await until(() => expect(told).toEqual(['first']));
    there!.taken.onShown((ticketId) => there!.taken.opened(ticketId));
    show('second');
    await until(() => expect(told).toEqual(['first', 'second']));
    for (const { presence, taken } of [here!, there!]) {
      taken.close();
      presence.close();
    }
  });
});

describe('wrong PINs at the operator panel', () => {
  const secret = randomBytes(32);
  const clock = turnedClock('2026-11-20T12:00:00Z');
  const verify = async (pin: string): Promise<boolean> => pin === '482915';

  function panels(deviceId: string) {
    return [east, west].map(({ store }) => {
      const pins = sharePanelPins(store.peers.bulletin, coverWith(secret));
      const shared = {
        heard: () => pins.heard(deviceId),
        tell: (tries: Parameters<typeof pins.tell>[1]) => pins.tell(deviceId, tries),
      };
      return { ...openPinGate({ path: null, verify, shared, clock, log: silentLog }), heard: shared.heard };
    });
  }

  it('at one server cause delays at the other, until a correct one ends them at both', async () => {
    const [here, there] = panels('kiosk-1');
    const [other] = panels('kiosk-2').slice(1);
    const guess = (gate: PinGate | undefined, pin: string) => gate!.check(new CardValue(pin), 'hash');
    for (let tries = 0; tries < 3; tries += 1) await guess(here, `00000${tries}`);
    await until(() => expect(there!.waitMs()).toBe(30_000));
    expect(await guess(there, '482915')).toMatchObject({ isRight: false });
    expect(other!.waitMs()).toBe(0);
    clock.advance(30_000);
    // The fourth wrong one, at any server.
    expect(await guess(there, '000003')).toEqual({ isRight: false, waitMs: 60_000 });
    await until(() => expect(here!.waitMs()).toBe(60_000));
    clock.advance(60_000);
    expect(await guess(here, '482915')).toEqual({ isRight: true, waitMs: 0 });
    await until(() => expect(there!.heard().wrong).toBe(0));
    expect(await guess(there, '000004')).toEqual({ isRight: false, waitMs: 0 });
  });
});

describe('failed logins', () => {
  const secret = randomBytes(32);
  const clock = turnedClock('2026-11-20T12:00:00Z');
  let gates: readonly LoginGate[];
  beforeEach(() => {
    gates = [east, west].map(({ store }) =>
      createLoginGate(clock, shareTries(store.peers.bulletin!, coverWith(secret), clock)),
    );
  });

  async function attempt(gate: number, name: string, address: string, isRight: boolean): Promise<void> {
    const turn = await gates[gate]!.enter(name, address);
    if (!turn.ok) throw new Error('no room');
    turn.value.end(isRight);
  }

  /** Whether an attempt is allowed without delay. */
  async function isFree(gate: number, name: string, address: string): Promise<boolean> {
    let entered = false;
    const entering = gates[gate]!.enter(name, address).then((turn) => {
      entered = turn.ok;
      // Undone: only a check.
      if (turn.ok) turn.value.end(true);
    });
    await new Promise((resolve) => setImmediate(resolve));
    const wasFree = entered;
    if (!wasFree) clock.advance(60_000);
    await entering;
    return wasFree;
  }

  it('at one server delay further attempts at another', async () => {
    for (let tries = 0; tries < 20; tries += 1) await attempt(0, `guess-${tries}`, '203.0.113.5', false);
    const other = shareTries(west.store.peers.bulletin!, coverWith(secret), clock);
    await until(() => expect(other.triesOf('address 203.0.113.5')[0]?.spent).toBeGreaterThan(19));
    expect(await isFree(1, 'somebody', '203.0.113.77')).toBe(true);
    expect(await isFree(1, 'somebody-else', '203.0.113.5')).toBe(false);
  });

  it('and unknown cards are counted together', async () => {
    const [here, there] = [east, west].map(({ store }) => createGuessTries(store.peers.bulletin));
    for (let tries = 0; tries < 10; tries += 1) here!.wasWrong('device kiosk-1', clock.now());
    await until(() => expect(there!.waitMs('device kiosk-1', clock.now(), 10)).toBeGreaterThan(0));
    expect(there!.waitMs('device kiosk-9', clock.now(), 10)).toBe(0);
  });

  it('do not lock out the owner, who is known at all servers', async () => {
    await attempt(0, 'ana', '198.51.100.7', true);
    for (let tries = 0; tries < 8; tries += 1) {
      clock.advance(5_000);
      await attempt(0, 'ana', '203.0.113.9', false);
    }
    const other = shareTries(west.store.peers.bulletin!, coverWith(secret), clock);
    await until(() => expect(other.triesOf('name ana')[0]?.wrong).toBe(8));
    await until(() => expect(other.hasComeIn('ana\n198.51.100.7')).toBe(true));
    expect(await isFree(1, 'ana', '198.51.100.7')).toBe(true);
    expect(await isFree(1, 'ana', '203.0.113.10')).toBe(false);
  });
});
