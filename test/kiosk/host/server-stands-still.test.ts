/** A server that stands still while somebody touches a service, and goes on when the visitor has gone. */

import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQueueClient } from '../../../main/kiosk/client/client.ts';
import { remoteFetch } from '../../../main/kiosk/client/remote.ts';
import type { KioskState } from '../../../main/kiosk/contract/kiosk.ts';
import { createKioskHost, type KioskHost } from '../../../main/kiosk/host/kiosk-host.ts';
import { openTown, type Town } from '../../helpers/town.ts';
import { recordingLog } from '../readers/recording-log.ts';

/** Stands before the server: what comes while it is shut lies there until it is let through. */
async function openGate(address: string) {
  const { hostname, port } = new URL(address);
  const sockets = new Set<Socket>();
  let held: Socket[] | null = null;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  /** Gives what comes back. */
  const through = (from: Socket): Promise<string> => {
    const to = keep(connect(Number(port), hostname));
    // Whoever has hung up is answered all the same.
    from.pipe(to, { end: false }).pipe(from);
    return new Promise((resolve) => to.once('data', (answer) => resolve(String(answer))));
  };
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
    keep(socket);
    if (held === null) void through(socket);
    else held.push(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut() {
      held = [];
      // Requests come on new lines from now on.
      for (const socket of sockets) socket.destroy();
    },
    /** Whoever comes now gets through; what lies here goes on lying. Gives how to let that through, and the answers. */
    open(): () => Promise<readonly string[]> {
      const late = held ?? [];
      held = null;
      return () => Promise.all(late.map(through));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

let town: Town;
let gate: Awaited<ReturnType<typeof openGate>>;
let host: KioskHost;
let log: ReturnType<typeof recordingLog>;

beforeEach(async () => {
  town = await openTown();
  gate = await openGate(town.address);
  log = recordingLog();
  host = createKioskHost({
    client: createQueueClient({
      fetch: remoteFetch({ baseUrl: gate.address, deadlineMs: 1_000 }),
      clock: town.clock,
      languages: ['en'],
      locationId: 'hall',
    }),
    deviceId: 'kiosk-1',
    lang: null,
    printer: 'none:',
    readers: [],
    journalDir: null,
    clock: town.clock,
    log,
    makers: {
      printer: () => ({ ok: false, error: 'none here' }),
      reader: () => ({ ok: false, error: 'none here' }),
    },
  });
  await shows('idle');
});
afterEach(async () => {
  await gate.close();
  await host.close();
  await town.close();
});

function shows(...names: readonly string[]): Promise<KioskState['screen']> {
  return new Promise((resolve) => {
    const stop = host.subscribe(({ screen }) => {
      if (!names.includes(screen.name)) return;
      resolve(screen);
      queueMicrotask(() => stop());
    });
  });
}

async function touchInVain(): Promise<void> {
  gate.shut();
  await host.call('touchService', { serviceId: 'passports', priority: false });
  expect(await shows('problem')).toMatchObject({ reason: 'server-away', ticket: null });
}

/** The kiosk asks its server again and again, until it has written this. */
async function writes(event: string): Promise<void> {
  await expect
    .poll(() => {
      town.clock.advance(1_000);
      return JSON.stringify(log);
    })
    .toContain(event);
}

it('a ticket that it makes only then is taken back: nobody holds it', async () => {
  await touchInVain();
  void gate.open()();
  await expect.poll(() => town.waiting('Passports')).toHaveLength(1);
  await writes('ticket.withdrawn');
  expect(await town.waiting('Passports')).toEqual([]);
});

it('a request that is late by more than that gets no ticket any more', async () => {
  await touchInVain();
  const letThrough = gate.open();
  await writes('ticket.withdrawn');
  // Among them the kiosk's questions, which are answered as ever.
  expect((await letThrough()).join()).toContain('"errno":120');
  expect(await town.waiting('Passports')).toEqual([]);
});
