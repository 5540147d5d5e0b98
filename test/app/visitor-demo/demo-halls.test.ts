/** Bounds and lifetimes of the demos, at a turned clock. */
import { describe, expect, it } from 'vitest';
import {
  createDemoHalls,
  type DemoServer,
  MAX_DEMOS,
  MAX_DEMOS_OF_ADDRESS,
  MAX_OPEN_REQUESTS,
} from '../../../main/app/visitor-demo/demo-halls.ts';
import { turnedClock } from '../../helpers/turned-clock.ts';
import { recordingLog } from '../../kiosk/readers/recording-log.ts';

const MINUTE_MS = 60_000;

function openHalls(start?: () => Promise<DemoServer>) {
  const clock = turnedClock('2026-11-27T09:00:00Z');
  const log = recordingLog();
  let closed = 0;
  const close = async (): Promise<void> => {
    closed += 1;
  };
  const halls = createDemoHalls({ clock, log, start: start ?? (async () => ({ socketPath: '', close })) });
  const opened = (address: string) => {
    const hall = halls.open(address);
    if (!hall.ok) throw new Error(hall.error.reason);
    return hall.value;
  };
  return { halls, clock, log, opened, closed: () => closed };
}

it('ends a demo ten minutes after its last request', async () => {
  const { halls, clock, opened, closed } = openHalls();
  const { id } = opened('192.0.2.1');
  clock.advance(9 * MINUTE_MS);
  expect(halls.find(id)?.admit().ok).toBe(true);
  clock.advance(9 * MINUTE_MS);
  expect(halls.find(id)).not.toBeNull();
  clock.advance(MINUTE_MS);
  expect(halls.find(id)).toBeNull();
  await expect.poll(() => [closed(), halls.count()]).toEqual([1, 0]);
});

it('ends a demo in use after thirty minutes', () => {
  const { halls, clock, opened } = openHalls();
  const { id } = opened('192.0.2.1');
  for (let minute = 1; minute < 30; minute += 1) {
    clock.advance(MINUTE_MS);
    expect(halls.find(id)?.admit().ok).toBe(true);
  }
  clock.advance(MINUTE_MS);
  expect(halls.find(id)).toBeNull();
});

it('bounds the demos of the server and of an address, and says when one ends', async () => {
  const { halls, clock, opened } = openHalls();
  for (let demo = 0; demo < MAX_DEMOS_OF_ADDRESS; demo += 1) opened('192.0.2.1');
  clock.advance(MINUTE_MS);
  expect(halls.open('192.0.2.1')).toEqual({ ok: false, error: { reason: 'address', retrySeconds: 540 } });
  await halls.close();

  const full = openHalls();
  full.opened('198.51.0.1');
  full.clock.advance(MINUTE_MS);
  for (let demo = 1; demo < MAX_DEMOS; demo += 1) full.opened(`198.51.${demo}.1`);
  expect(full.halls.count()).toBe(MAX_DEMOS);
  expect(full.halls.open('198.51.100.1')).toEqual({ ok: false, error: { reason: 'full', retrySeconds: 540 } });
  full.clock.advance(9 * MINUTE_MS);
  await expect.poll(full.halls.count).toBe(MAX_DEMOS - 1);
  expect(full.halls.open('198.51.100.1').ok).toBe(true);
});

describe('with all demos in use', () => {
  /** Demos: four of 198.51.100.0/24, three of 192.0.2.0/24 and three of 2001:db8:1::/48. */
  function fillHalls() {
    const stopped = Promise.withResolvers<void>();
    let started = 0;
    const parts = openHalls(async () => {
      started += 1;
      return { socketPath: '', close: () => stopped.promise };
    });
    const { opened, clock } = parts;
    const open = (address: string) => {
      clock.advance(1000);
      return opened(address);
    };
    const [first, second] = [open('198.51.100.1'), open('198.51.100.2')];
    for (let demo = 0; demo < 3; demo += 1) open(`192.0.2.${demo}`);
    for (let demo = 0; demo < 3; demo += 1) open(`2001:db8:1:${demo}::1`);
    open('198.51.100.3');
    open('198.51.100.4');
    clock.advance(1000);
    return { ...parts, first, second, started: () => started, stop: stopped.resolve };
  }

  it('the network with most gives up the one least recently used', () => {
    const { halls, first, second, opened } = fillHalls();
    expect(first.admit().ok).toBe(true);
    opened('203.0.113.1');
    expect([halls.find(first.id), halls.find(second.id), halls.count()]).toEqual([first, null, MAX_DEMOS]);
  });

  it('each other network gets one, then as many as the others', () => {
    const { halls, opened } = fillHalls();
    const counts = ['203.0.113.1', '203.0.113.2', '203.0.114.1', '203.0.114.2'].map((address) => {
      opened(address);
      return halls.count();
    });
    expect(counts).toEqual(Array(4).fill(MAX_DEMOS));
    expect(halls.open('203.0.114.3')).toMatchObject({ error: { reason: 'full' } });
    expect(halls.open('198.51.100.5')).toMatchObject({ error: { reason: 'full' } });
    expect(halls.open('2001:db8:1:ffff::1')).toMatchObject({ error: { reason: 'full' } });
  });

  it('the new demo starts after the other has stopped', async () => {
    const { opened, started, stop } = fillHalls();
    const { demo } = opened('203.0.113.1');
    await new Promise((resolve) => setImmediate(resolve));
    expect(started()).toBe(MAX_DEMOS);
    stop();
    await demo;
    expect(started()).toBe(MAX_DEMOS + 1);
  });
});

it('counts an IPv6 network as one address', () => {
  const { halls, opened } = openHalls();
  for (let demo = 0; demo < MAX_DEMOS_OF_ADDRESS; demo += 1) opened(`2001:db8:1:1::${demo + 1}`);
  expect(halls.open('2001:db8:1:1:ffff::1')).toMatchObject({ error: { reason: 'address' } });
  expect(halls.open('2001:db8:1:2::1').ok).toBe(true);
});

it('counts a demo until it has stopped', async () => {
  const stopped = Promise.withResolvers<void>();
  const { halls, clock, opened } = openHalls(async () => ({ socketPath: '', close: () => stopped.promise }));
  opened('192.0.2.1');
  clock.advance(10 * MINUTE_MS);
  expect(halls.count()).toBe(1);
  stopped.resolve();
  await expect.poll(halls.count).toBe(0);
});

it('bounds the open requests, the rate and the data of a visitor', () => {
  const { clock, opened } = openHalls();
  const hall = opened('192.0.2.1');
  const open = Array.from({ length: MAX_OPEN_REQUESTS }, () => hall.admit());
  expect(open.every(({ ok }) => ok)).toBe(true);
  expect(hall.admit()).toEqual({ ok: false, error: { reason: 'rate', retrySeconds: 1 } });
  for (const one of open) if (one.ok) one.value.done();

  const admitted = (): number => {
    for (let count = 0; ; count += 1) {
      const one = hall.admit();
      if (!one.ok) return count;
      one.value.done();
    }
  };
  expect(admitted()).toBe(400 - MAX_OPEN_REQUESTS);
  clock.advance(2_000);
  expect(admitted()).toBe(20);

  clock.advance(1_000);
  const last = hall.admit();
  if (last.ok) last.value.done();
  expect(hall.receive(16 * 1024 * 1024 - 1)).toBe(true);
  expect(hall.receive(1)).toBe(false);
  expect(hall.admit()).toMatchObject({ ok: false, error: { reason: 'used-up' } });
});

it('ends a demo that only rejects requests', () => {
  const { halls, clock, opened } = openHalls();
  const { id, receive } = opened('192.0.2.1');
  receive(16 * 1024 * 1024);
  clock.advance(9 * MINUTE_MS);
  expect(halls.find(id)?.admit()).toMatchObject({ error: { reason: 'used-up', retrySeconds: 60 } });
  clock.advance(MINUTE_MS);
  expect(halls.find(id)).toBeNull();
});

it('gives the place of a demo that cannot start to the next visitor', async () => {
  const { halls, log, opened } = openHalls(() => Promise.reject(new Error('no space left on device')));
  const { demo, id } = opened('192.0.2.1');
  await expect(demo).rejects.toThrow('no space left');
  expect([halls.find(id), halls.count()]).toEqual([null, 0]);
  expect(log.lines).toEqual([JSON.stringify({ event: 'demo.start-failed', error: 'no space left on device' })]);
});

it('closes all demos at the end, and opens none after it', async () => {
  const { halls, opened, closed } = openHalls();
  opened('192.0.2.1');
  opened('192.0.2.2');
  await halls.close();
  expect([closed(), halls.count(), halls.open('192.0.2.3').ok]).toEqual([2, 0, false]);
});
