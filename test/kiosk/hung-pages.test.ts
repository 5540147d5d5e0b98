/**
 * Pages that hang: those of a machine whose plug was pulled, whose connections stay while nothing comes, and those whose browser
 * runs and answers pings for them, as a page does here that says no more that it runs.
 */
import websocket from '@fastify/websocket';
import Fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { EventDevice, EventMessage } from '../../main/events/contract/events.ts';
import { createKioskHost } from '../../main/kiosk/host/kiosk-host.ts';
import { registerShellSocket } from '../../main/kiosk/shells/web/kiosk-socket.ts';
import { listen } from '../helpers/listener.ts';
import { openLockedTown } from '../helpers/locked-town.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { recordingLog } from './readers/recording-log.ts';

const SOON = { timeout: 30_000, interval: 5 };

interface KioskTown {
  readonly town: Town;
  /** Whether a page has shown the kiosk, each time that it says so. */
  readonly shown: readonly boolean[];
  /** All that pages answer comes to these. */
  readonly lines: () => readonly WebSocket[];
  open(): WebSocket;
}

/** A kiosk whose program and pages go by the clock of the test. */
async function openKioskTown(): Promise<KioskTown> {
  const town = await openTown();
  onTestFinished(() => town.close());
  const none = { ok: false, error: 'none here' } as const;
  const host = createKioskHost({
    client: town.client,
    deviceId: 'kiosk-1',
    lang: null,
    printer: 'none:',
    readers: [],
    journalDir: null,
    clock: town.clock,
    log: recordingLog(),
    makers: { printer: () => none, reader: () => none },
  });
  onTestFinished(() => host.close());
  const shown: boolean[] = [];
  host.onReport((_status, isShown) => void shown.push(isShown));
  const server = Fastify();
  await server.register(websocket);
  await registerShellSocket(server, {
    clock: town.clock,
    hostOf: () => host,
    admit: () => ({ session: null, stays: () => true }),
  });
  onTestFinished(() => server.close());
  const address = (await server.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');

  return {
    town,
    shown,
    lines: () => [...server.websocketServer.clients],
    open() {
      const page = new WebSocket(`${address}/kiosk/shell`);
      onTestFinished(() => page.terminate());
      return page;
    },
  };
}

it('a page of a kiosk is gone within ten seconds, and one that answers stays', async () => {
  const { town, shown, lines, open } = await openKioskTown();
  const page = open();
  let pings = 0;
  page.on('ping', () => {
    pings += 1;
  });
  await vi.waitFor(() => expect(shown.at(-1)).toBe(true), SOON);
  await vi.waitFor(() => expect(page.readyState).toBe(WebSocket.OPEN), SOON);
  // What it answers comes before the next one is asked.
  const answered = () => new Promise((resolve) => lines().forEach((client) => void client.once('pong', resolve)));
  for (let beats = 1; beats <= 4; beats += 1) {
    const pong = answered();
    town.clock.advance(3_000);
    await pong;
    expect(pings).toBe(beats);
  }
  expect(shown.at(-1)).toBe(true);
  page.pause();
  town.clock.advance(10_000);
  await vi.waitFor(() => expect(shown.at(-1)).toBe(false), SOON);
});

it('a page of a kiosk that has said that it runs is gone when it says so no more, and back when it goes on', async () => {
  const { town, shown, lines, open } = await openKioskTown();
  const page = open();
  const states: object[] = [];
  const signs = { pings: 0, alive: 0 };
  page.on('ping', () => {
    signs.pings += 1;
  });
  page.on('message', (data) => {
    const message = JSON.parse(String(data)) as object;
    if ('state' in message) states.push(message);
    if ('alive' in message) signs.alive += 1;
  });
  const saysItRuns = async (): Promise<void> => {
    const heard = new Promise((resolve) => lines().forEach((line) => void line.once('message', resolve)));
    page.send('{"id":0,"call":"alive"}');
    await heard;
  };
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(0), SOON);
  for (let beats = 1; beats <= 4; beats += 1) {
    await saysItRuns();
    town.clock.advance(3_000);
    await vi.waitFor(() => expect(signs.alive).toBe(beats), SOON);
  }
  // Its own word is enough.
  expect([shown.at(-1), signs.pings]).toEqual([true, 0]);
  await saysItRuns();

  town.clock.advance(8_000);
  expect(shown.at(-1)).toBe(true);
  town.clock.advance(2_000);
  expect(shown.at(-1)).toBe(false);
  // Its browser still answers, and so its connection stays; nothing more is piled up for a page that reads nothing.
  const pass = async (): Promise<void> => {
    const pong = new Promise((resolve) => lines().forEach((line) => void line.once('pong', resolve)));
    town.clock.advance(3_000);
    await pong;
  };
  await pass();
  const before = states.length;
  for (let beats = 1; beats <= 5; beats += 1) await pass();
  expect([page.readyState, shown.at(-1), states.length]).toEqual([WebSocket.OPEN, false, before]);

  await saysItRuns();
  expect(shown.at(-1)).toBe(true);
  // What it has missed it is shown at once.
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(before), SOON);
});

it('a page that listens to events is gone within ten seconds, and one that answers stays', async () => {
  const town = await openTown();
  onTestFinished(() => town.close());
  const office = await listen(town.address, 'hall');
  onTestFinished(() => office.socket.terminate());
  const kiosk = await listen(town.address, 'hall', { device: 'kiosk-1' });
  onTestFinished(() => kiosk.socket.terminate());
  const isThere = (connected: boolean) => () =>
    office.heard.some(
      (message) =>
        message.type === 'device.changed' &&
        message.devices.some((device) => device.device_id === 'kiosk-1' && device.connected === connected),
    );
  await office.until(isThere(true));
  kiosk.socket.pause();
  const hungAt = town.clock.now();
  const signs = { heard: 0 };
  office.socket.on('ping', () => {
    signs.heard += 1;
  });
  // Each sign of life goes to all who listen in one turn, so what the office has heard was sent to the kiosk too.
  for (let beats = 1; beats <= 5; beats += 1) {
    town.clock.advance(2_000);
    await vi.waitFor(() => expect(signs.heard).toBe(beats), SOON);
  }
  expect(town.logged.filter(({ event }) => event === 'events.client-disconnected')).toHaveLength(1);
  expect(town.clock.now() - hungAt).toBe(10_000);
  town.clock.advance(1_000);
  await office.until(isThere(false));
});

it('a page that listens, and has said that it runs, is silent when it says so no more, and told as it was when it goes on', async () => {
  const town = await openLockedTown({ watchesDevices: true });
  onTestFinished(() => town.close());
  const office = await listen(town.address, 'hall', { key: await town.keyOf('chief') });
  onTestFinished(() => office.socket.terminate());
  const page = await listen(town.address, 'hall', { key: await town.deviceKey('kiosk-1') });
  onTestFinished(() => page.socket.terminate());
  const signs = { pings: 0, alive: 0 };
  page.socket.on('ping', () => {
    signs.pings += 1;
  });
  page.socket.on('message', (data) => {
    if ((JSON.parse(String(data)) as EventMessage).type === 'alive') signs.alive += 1;
  });
  const says = (status: object): void => page.socket.send(JSON.stringify({ type: 'device.status', status }));
  /** As the newest message about it has it. */
  const now = (): EventDevice | undefined =>
    office.heard
      .flatMap((message) => (message.type === 'device.changed' ? message.devices : []))
      .findLast(({ device_id }) => device_id === 'kiosk-1');
  /** Signs of life of the server, one by one, so that each is written before the next is due. */
  const pass = async (beats: number): Promise<void> => {
    for (let beat = 0; beat < beats; beat += 1) {
      const before = signs.alive;
      town.clock.advance(2_000);
      await vi.waitFor(() => expect(signs.alive).toBe(before + 1), SOON);
    }
  };

  says({ screen: 'calls', can: 'restart-page' });
  says({});
  await vi.waitFor(() => {
    town.clock.advance(100);
    expect(now()).toMatchObject({ connected: true, status: { screen: 'calls' } });
  }, SOON);
  signs.pings = 0;
  for (let words = 0; words < 5; words += 1) {
    says({});
    await pass(2);
  }
  expect([now()?.connected, signs.pings]).toEqual([true, 0]);
  await pass(5);
  await vi.waitFor(() => {
    town.clock.advance(100);
    expect(now()).toMatchObject({ connected: false, status: { screen: 'calls', can: '' } });
  }, SOON);
  expect(now()?.silent_since).not.toBe('');

  // Its browser answers pings for as long as it hangs.
  await pass(35);
  await office.until(
    (message) =>
      message.type === 'device.alarm' &&
      message.alarms.some(
        ({ device_id, kind, ended_at }) => device_id === 'kiosk-1' && kind === 'silent' && ended_at === '',
      ),
  );
  expect(page.socket.readyState).toBe(WebSocket.OPEN);
  expect(signs.pings).toBeGreaterThan(30);

  says({});
  await vi.waitFor(() => {
    town.clock.advance(100);
    expect(now()).toMatchObject({
      connected: true,
      silent_since: '',
      status: { screen: 'calls', can: 'restart-page' },
      alarms: [],
    });
  }, SOON);
});
