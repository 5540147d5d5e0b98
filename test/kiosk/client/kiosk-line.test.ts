/** The line that a kiosk keeps to its server elsewhere: what goes over it, what is not asked meanwhile, and what happens without it. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type DeviceStatus, UNKNOWN_STATUS } from '../../../main/devices/contract/device-status.ts';
import { KIOSK_LINE_PATH } from '../../../main/devices/contract/kiosk-protocol.ts';
import { createQueueClient, type Fetch } from '../../../main/kiosk/client/client.ts';
import { createKioskLine, type KioskLine } from '../../../main/kiosk/client/kiosk-line.ts';
import type { QueueClient } from '../../../main/kiosk/client/queue-client.ts';
import { remoteFetch } from '../../../main/kiosk/client/remote.ts';
import { type LockedTown, openLockedTown } from '../../helpers/locked-town.ts';
import { openServerLine, type ServerLine } from '../../helpers/server-line.ts';
import { recordingLog } from '../readers/recording-log.ts';

const SOON = { timeout: 30_000, interval: 5 };
const READY: DeviceStatus = { ...UNKNOWN_STATUS, printer: 'ok', screen: 'idle', can: 'test-print' };

let town: LockedTown;
let road: ServerLine;
let key: string;
beforeEach(async () => {
  town = await openLockedTown();
  road = await openServerLine(town.address);
  key = await town.deviceKey('kiosk-1');
});
afterEach(async () => {
  await road.close();
  await town.close();
});

/** To the town; it stands still without being cut, as a server does whose machine sleeps. */
async function openStandingRoad(): Promise<{ readonly address: string; stand(): void; goOn(): void }> {
  const sockets = new Set<Socket>();
  let stands = false;
  const server = createServer((near) => {
    const far = connect(Number(new URL(town.address).port), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from.on('error', () => {}).on('close', () => to.destroy()));
      from.on('data', (packet) => void (stands || to.write(packet)));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stand() {
      stands = true;
    },
    goOn() {
      stands = false;
    },
  };
}

interface Kiosk extends QueueClient {
  /** How often it was told that something changed, and that staff want something. */
  changes(): number;
  asked(): number;
  /** Requests that it made, by what stands in their address. */
  requests(part: string): number;
}

/** @param aheadMs by how much its own clock is ahead. */
function kioskOf(baseUrl = road.address, aheadMs = 0): Kiosk {
  const made: string[] = [];
  const remote = remoteFetch({ baseUrl, deadlineMs: 2_000 });
  const fetch: Fetch = (path, request) => {
    made.push(path);
    return remote(path, request);
  };
  const deviceKey = (): string => key;
  const clock = { ...town.clock, now: () => town.clock.now() + aheadMs };
  let asked = 0;
  let changes = 0;
  const onAsked = (): void => {
    asked += 1;
  };
  const line = createKioskLine({ baseUrl, deviceId: 'kiosk-1', deviceKey, onAsked, clock, log: recordingLog() });
  const client = line.over(createQueueClient({ fetch, clock, deviceKey }));
  const stop = client.watch('hall', () => {
    changes += 1;
  });
  onTestFinished(() => {
    stop();
    line.close();
  });
  return {
    ...client,
    changes: () => changes,
    asked: () => asked,
    requests: (part) => made.filter((path) => path.includes(part)).length,
  };
}

const online = (kiosk: Kiosk): Promise<void> => vi.waitFor(() => expect(kiosk.isTold?.()).toBe(true), SOON);
const alone = (kiosk: Kiosk): Promise<void> => vi.waitFor(() => expect(kiosk.isTold?.()).toBe(false), SOON);
/** Turns the clock until it is so. */
async function inTime(seen: () => void, stepMs = 500): Promise<void> {
  await vi.waitFor(() => {
    town.clock.advance(stepMs);
    seen();
  }, SOON);
}

describe('over its line a kiosk', () => {
  it('says how it is, and that counts as much as a request', async () => {
    const kiosk = kioskOf();
    await online(kiosk);
    const answer = await kiosk.sayStatus('kiosk-1', { ...READY, printer: 'no-paper', paper_left: 12 });
    expect(answer).toEqual({ ok: true, value: { success: true, actions: [], next_in: 30, clock_off: 0 } });
    const authorization = `Bearer ${await town.keyOf('chief')}`;
    const figures = await (await fetch(`${town.address}/metrics`, { headers: { authorization } })).text();
    expect(figures).toContain('tan_device_connected{device="kiosk-1"} 1');
    expect(figures).toContain('tan_printer_state{device="kiosk-1",state="no-paper"} 1');
    expect(kiosk.requests('status')).toBe(0);
  });

  it('hears by how much its clock is wrong', async () => {
    const kiosk = kioskOf(road.address, -95_000);
    await online(kiosk);
    const answer = await kiosk.sayStatus('kiosk-1', READY);
    expect(answer).toMatchObject({ ok: true, value: { actions: [], clock_off: -90 } });
    expect(kiosk.requests('status')).toBe(0);
  });

  it('hears of changes, and asks for nothing while there are none', async () => {
    const kiosk = kioskOf();
    await online(kiosk);
    await vi.waitFor(() => expect(kiosk.changes()).toBeGreaterThan(0), SOON);
    const before = kiosk.changes();
    const requests = kiosk.requests('');
    for (let second = 0; second < 8; second += 1) town.clock.advance(1_000);
    expect(kiosk.requests('')).toBe(requests);
    await town.ask('POST', '/restapi/v2/queuemanagement/createticket', key, { service_id: 'passports' });
    await inTime(() => expect(kiosk.changes()).toBeGreaterThan(before));
    expect(kiosk.requests('')).toBe(requests);
  });

  it('hears when a service opens by the clock alone', async () => {
    town.clock.set('2026-03-09T08:55:00Z');
    const kiosk = kioskOf();
    await online(kiosk);
    await inTime(() => expect(kiosk.changes()).toBeGreaterThan(0));
    const before = kiosk.changes();
    await inTime(() => expect(kiosk.changes()).toBeGreaterThan(before), 9_000);
  });

  it('hears at once what staff want of it', async () => {
    const kiosk = kioskOf();
    await online(kiosk);
    await kiosk.sayStatus('kiosk-1', READY);
    const chief = await town.keyOf('chief');
    await town.ask('POST', '/restapi/v2/admin/devices/kiosk-1/actions', chief, { action: 'test-print' });
    // Twice if it came while the server still looked what had been asked before the line was there.
    await vi.waitFor(() => expect(kiosk.asked()).toBeGreaterThan(0), SOON);
    const answer = await kiosk.sayStatus('kiosk-1', READY);
    expect(answer).toMatchObject({ ok: true, value: { actions: [{ action: 'test-print' }] } });
  });
});

describe('without its line a kiosk', () => {
  it('asks as ever where nobody knows of such lines, and does not try all the time', async () => {
    road.set('web-page', KIOSK_LINE_PATH);
    const kiosk = kioskOf();
    await vi.waitFor(() => expect(road.met(KIOSK_LINE_PATH)).toBe(1), SOON);
    expect((await kiosk.sayStatus('kiosk-1', READY)).ok).toBe(true);
    expect(kiosk.requests('status')).toBe(1);
    await inTime(() => expect(kiosk.requests('waitingticketscount')).toBeGreaterThan(3));
    expect(road.met(KIOSK_LINE_PATH)).toBe(1);
  });

  it('notices by its next word that the server stands still, looks for itself at once, and is told again when the server goes on', async () => {
    const still = await openStandingRoad();
    const kiosk = kioskOf(still.address);
    await online(kiosk);
    const before = kiosk.changes();
    still.stand();
    const said = kiosk.sayStatus('kiosk-1', READY);
    town.clock.advance(5_001);
    expect(await said).toMatchObject({ ok: false, error: { kind: 'unreachable' } });
    await alone(kiosk);
    expect(kiosk.changes()).toBeGreaterThan(before);
    still.goOn();
    await inTime(() => expect(kiosk.isTold?.()).toBe(true), 5_000);
  });

  it('is not let in any more when its key has ended', async () => {
    const kiosk = kioskOf();
    await online(kiosk);
    const chief = await town.keyOf('chief');
    await town.ask('DELETE', '/restapi/v2/admin/devices/kiosk-1/key', chief);
    await inTime(() => expect(kiosk.isTold?.()).toBe(false), 5_000);
    expect(await kiosk.sayStatus('kiosk-1', READY)).toMatchObject({ ok: false, error: { errno: 102 } });
  });
});

/** Another one than ours: `meet` says what it does with a connection; while `isThere` says no, something else answers. */
async function openStrangeServer(
  meet: (socket: WebSocket) => void,
  isThere: () => boolean = () => true,
): Promise<string> {
  const sockets = new WebSocketServer({ noServer: true });
  const server = createHttpServer().on('upgrade', (request, socket, head) => {
    if (isThere()) sockets.handleUpgrade(request, socket, head, meet);
    else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of sockets.clients) socket.terminate();
    await new Promise((done) => server.close(done));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface BareLine {
  readonly client: QueueClient;
  /** How often it was tried, and how often it was there. */
  tries(): number;
  opens(): number;
}

function lineTo(baseUrl: string): BareLine {
  let tries = 0;
  let opens = 0;
  const deviceKey = (): string => {
    tries += 1;
    return key;
  };
  const onOpen = (): void => {
    opens += 1;
  };
  const line: KioskLine = createKioskLine({
    baseUrl,
    deviceId: 'kiosk-1',
    deviceKey,
    onAsked() {},
    onOpen,
    clock: town.clock,
    log: recordingLog(),
  });
  onTestFinished(() => line.close());
  const client = line.over({ watch: () => () => {} } as unknown as QueueClient);
  client.watch('hall', () => {});
  return { client, tries: () => tries, opens: () => opens };
}

describe('of a strange server a kiosk', () => {
  it('takes an answer in which things are missing as it takes one to a request', async () => {
    const address = await openStrangeServer((socket) => {
      socket.on('message', () => socket.send('{"type":"heard"}'));
    });
    const { client, opens } = lineTo(address);
    await vi.waitFor(() => expect(opens()).toBe(1), SOON);
    const answer = await client.sayStatus('kiosk-1', READY);
    expect(answer).toEqual({ ok: true, value: { success: true, actions: [], next_in: 0, clock_off: 0 } });
  });

  it('that speaks and hangs up is not called back every second for ever', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    onTestFinished(() => void vi.restoreAllMocks());
    const address = await openStrangeServer((socket) => {
      socket.send('{"type":"changed"}', () => socket.close(1008));
    });
    const { client, tries, opens } = lineTo(address);
    for (const [times, pauseMs] of [1_000, 2_000, 4_000].entries()) {
      await vi.waitFor(() => expect(opens()).toBe(times + 1), SOON);
      await vi.waitFor(() => expect(client.isTold?.()).toBe(false), SOON);
      town.clock.advance(pauseMs - 1);
      expect(tries()).toBe(times + 1);
      town.clock.advance(1);
      expect(tries()).toBe(times + 2);
    }
  });

  it('that has had a line once, another one is soon wanted again, whatever answers meanwhile', async () => {
    let isThere = true;
    const address = await openStrangeServer(
      (socket) => {
        isThere = false;
        socket.close(1001);
      },
      () => isThere,
    );
    const { tries, opens } = lineTo(address);
    let seconds = 0;
    await vi.waitFor(() => expect(opens()).toBe(1), SOON);
    await vi.waitFor(() => {
      seconds += 0.5;
      town.clock.advance(500);
      expect(tries()).toBe(4);
    }, SOON);
    expect(seconds).toBeLessThan(300);
  });
});

describe('the server', () => {
  const open = (device: string, authorization: string): WebSocket => {
    const url = `${town.address.replace('http', 'ws')}${KIOSK_LINE_PATH}?device=${device}`;
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${authorization}` } });
    socket.on('error', () => {});
    onTestFinished(() => socket.terminate());
    return socket;
  };

  it.each([
    ['another kiosk', 'kiosk-9', () => key, 105],
    ['the card reader beside it', 'reader-1', () => key, 105],
    ['nobody', '', () => key, 5],
    ['itself, said by a user', 'kiosk-1', () => town.keyOf('chief'), 104],
  ])('lets nobody in as %s', async (_who, device, keyOf, errno) => {
    const socket = open(device, await keyOf());
    const [, answer] = await once(socket, 'unexpected-response');
    const body = JSON.parse((await answer.toArray()).join(''));
    expect(body).toMatchObject({ success: false, errno });
  });

  it.each([
    ['what is no JSON', ['{']],
    ['a printer that is green', ['{"type":"device.status","status":{"printer":"green"}}']],
    ['more before it was answered', Array(20).fill('{"type":"device.status","status":{"can":"test-print"}}')],
  ])('ends a line that says %s', async (_what, messages) => {
    const chief = await town.keyOf('chief');
    await town.ask('POST', '/restapi/v2/kiosks/kiosk-1/status', key, { can: 'test-print' });
    // Then the store is asked for each answer.
    await town.ask('POST', '/restapi/v2/admin/devices/kiosk-1/actions', chief, { action: 'test-print' });
    const socket = open('kiosk-1', key);
    await once(socket, 'open');
    for (const message of messages) socket.send(message);
    const [code] = await once(socket, 'close');
    expect(code).toBe(1008);
  });

  it('ends a line over which nothing comes any more', async () => {
    const socket = open('kiosk-1', key);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });
    await inTime(() => expect(isClosed).toBe(true), 10_000);
  });
});
