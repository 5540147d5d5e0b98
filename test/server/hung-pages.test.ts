/** Pages that hang, such as those of a machine whose plug was pulled: their connections stay, and nothing comes. */
import websocket from '@fastify/websocket';
import Fastify from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { registerShellSocket } from '../../main/browser/shell-socket.ts';
import { createKioskHost } from '../../main/host/kiosk-host.ts';
import { recordingLog } from '../devices/recording-log.ts';
import { listen } from '../helpers/listener.ts';
import { openTown } from '../helpers/town.ts';

const SOON = { timeout: 30_000, interval: 5 };

it('a page of a kiosk is gone within ten seconds, and one that answers stays', async () => {
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

  const page = new WebSocket(`${address}/kiosk/shell`);
  onTestFinished(() => page.terminate());
  let pings = 0;
  page.on('ping', () => {
    pings += 1;
  });
  await vi.waitFor(() => expect(shown.at(-1)).toBe(true), SOON);
  await vi.waitFor(() => expect(page.readyState).toBe(WebSocket.OPEN), SOON);
  // What it answers comes before the next one is asked.
  const answered = () =>
    new Promise((resolve) => server.websocketServer.clients.forEach((client) => void client.once('pong', resolve)));
  for (let beats = 1; beats <= 4; beats += 1) {
    const pong = answered();
    town.clock.advance(4_000);
    await pong;
    expect(pings).toBe(beats);
  }
  expect(shown.at(-1)).toBe(true);
  page.pause();
  town.clock.advance(10_000);
  await vi.waitFor(() => expect(shown.at(-1)).toBe(false), SOON);
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
  expect(town.logged.filter(({ event }) => event === 'events.cut-off')).toHaveLength(1);
  expect(town.clock.now() - hungAt).toBe(10_000);
  town.clock.advance(1_000);
  await office.until(isThere(false));
});
