/**
 * Login floods against an owner with the correct password, on a simulated clock.
 *
 * Measures the owner's delay and the number of tried passwords.
 */
import { describe, expect, it } from 'vitest';
import { createLoginGate } from '../../main/access/service/login-throttle.ts';
import { turnedClock } from '../helpers/turned-clock.ts';

const HASH_MS = 100;
const STEP_MS = 50;

interface Tried {
  /** Whether the password was checked. */
  readonly heard: boolean;
  readonly tookMs: number;
}

/** A login throttle with password checks as slow as scrypt, and simulated users. */
function openGate() {
  const clock = turnedClock('2026-11-20T12:00:00Z');
  const gate = createLoginGate(clock);
  const open: Promise<unknown>[] = [];
  let checked = 0;

  function attempt(name: string, address: string, right = false): Promise<Tried> {
    const start = clock.now();
    const done = gate.enter(name, address).then(async (turn) => {
      if (turn.ok) {
        checked += 1;
        await new Promise<void>((resolve) => void clock.after(HASH_MS, resolve));
        turn.value.end(right);
      } else expect(turn.error).toBeGreaterThan(0);
      return { heard: turn.ok, tookMs: clock.now() - start };
    });
    open.push(done);
    return done;
  }

  return {
    attempt,
    checked: () => checked,
    /** Advances time; `each` is called before every step. */
    async pass(ms: number, each: (step: number) => void = () => {}) {
      for (let step = 0; step < ms / STEP_MS; step += 1) {
        each(step);
        // Settled promises continue before the clock advances.
        for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
        clock.advance(STEP_MS);
      }
    },
    clock,
    settled: () => Promise.all(open),
  };
}

type Gate = ReturnType<typeof openGate>;

/** A login of the owner during the flood, and its result. */
async function ownerTries(gate: Gate, address: string, flood: (step: number) => void): Promise<Tried> {
  let done: Tried | null = null;
  void gate.attempt('admin', address, true).then((tried) => {
    done = tried;
  });
  for (let second = 0; second < 20 && done === null; second += 1) await gate.pass(1000, flood);
  if (done === null) throw new Error('The owner still waits.');
  return done;
}

const FLOODS: readonly [string, (gate: Gate) => (step: number) => void][] = [
  ['on the name, from one address', (gate) => () => void gate.attempt('admin', '203.0.113.9')],
  ['on the name, from eight addresses', (gate) => (step) => void gate.attempt('admin', `203.0.113.${step % 8}`)],
  ['on many names, from one address', (gate) => (step) => void gate.attempt(`user-${step % 40}`, '203.0.113.9')],
  [
    'on many names, from many addresses',
    (gate) => (step) => void gate.attempt(`user-${step % 40}`, `203.0.113.${step % 100}`),
  ],
  [
    'on the name, from all addresses of one house',
    (gate) => (step) => void gate.attempt('admin', `2001:db8:7:7::${step.toString(16)}`),
  ],
];

describe.each(FLOODS)('a flood %s', (_what, flood) => {
  it('does not lock out the owner, who can sign in repeatedly within seconds', async () => {
    const gate = openGate();
    const storm = flood(gate);
    await gate.pass(20_000, storm);
    for (let time = 0; time < 5; time += 1) {
      const { heard, tookMs } = await ownerTries(gate, '198.51.100.7', storm);
      expect(heard).toBe(true);
      expect(tookMs).toBeLessThanOrEqual(6_000);
    }
  });
});

it('recognises addresses of successful logins when all failed attempts come from new ones', async () => {
  const gate = openGate();
  const address = '198.51.100.7';
  const before = gate.attempt('admin', address, true);
  await gate.pass(1_000);
  expect((await before).heard).toBe(true);
  const storm = (step: number): void => void gate.attempt('admin', `203.0.${step >> 8}.${step & 255}`);
  await gate.pass(20_000, storm);
  for (let time = 0; time < 5; time += 1) {
    const { heard, tookMs } = await ownerTries(gate, address, storm);
    expect(heard).toBe(true);
    expect(tookMs).toBeLessThanOrEqual(1_000);
  }
});

describe('guessing', () => {
  it.each<[string, (gate: Gate) => (step: number) => void, number]>([
    // Sixty seconds: a budget of 20 and 20 recovered ones; or some fast ones and then one in four seconds.
    ['one name from one address', (gate) => () => void gate.attempt('ana', '203.0.113.9'), 25],
    ['one name from eight addresses', (gate) => (step) => void gate.attempt('ana', `203.0.113.${step % 8}`), 25],
    ['40 names from one address', (gate) => (step) => void gate.attempt(`user-${step % 40}`, '203.0.113.9'), 41],
    [
      '40 names from the addresses of one house',
      (gate) => (step) => void gate.attempt(`user-${step % 40}`, `2001:db8:7:7:${step.toString(16)}::1`),
      41,
    ],
    ['an unknown name', (gate) => () => void gate.attempt('nemo', '203.0.113.9'), 25],
  ])('%s is slow', async (_what, flood, most) => {
    const gate = openGate();
    await gate.pass(60_000, flood(gate));
    expect(gate.checked()).toBeGreaterThan(5);
    expect(gate.checked()).toBeLessThanOrEqual(most);
  });

  it('gets slower with each failed attempt, up to some seconds, and recovers after a while', async () => {
    const gate = openGate();
    const waits: number[] = [];
    for (let time = 0; time < 10; time += 1) {
      void gate.attempt('ana', '203.0.113.9').then(({ tookMs }) => waits.push(tookMs - HASH_MS));
      await gate.pass(5_000);
    }
    // Attempts five seconds apart are not delayed; simultaneous ones are delayed increasingly.
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    void gate.attempt('ana', '203.0.113.9');
    await gate.pass(HASH_MS);
    const next = gate.attempt('ana', '203.0.113.9');
    await gate.pass(6_000);
    expect((await next).tookMs).toBeGreaterThan(3_500);
    gate.clock.advance(15 * 60_000);
    const later = gate.attempt('ana', '203.0.113.9');
    await gate.pass(1_000);
    expect((await later).tookMs).toBe(HASH_MS);
  });

  it('in parallel is not faster than one by one', async () => {
    const gate = openGate();
    for (let time = 0; time < 20; time += 1) void gate.attempt('ana', '203.0.113.9');
    await gate.pass(500);
    expect(gate.checked()).toBeLessThan(5);
    await gate.pass(30_000);
    expect(gate.checked()).toBe(8);
    const tried = (await gate.settled()) as readonly Tried[];
    expect(tried.filter(({ heard }) => !heard).length).toBe(12);
  });

  it('does not include correct passwords', async () => {
    const gate = openGate();
    for (let time = 0; time < 50; time += 1) {
      const tried = gate.attempt('ana', '203.0.113.9', true);
      await gate.pass(HASH_MS);
      expect(await tried).toEqual({ heard: true, tookMs: HASH_MS });
    }
  });

  it('does not delay other users of the same address for long', async () => {
    const gate = openGate();
    const flood = (): void => void gate.attempt('ana', '203.0.113.9');
    await gate.pass(20_000, flood);
    const tried = await ownerTries(gate, '203.0.113.9', flood);
    expect(tried).toMatchObject({ heard: true });
    expect(tried.tookMs).toBeLessThanOrEqual(4_000);
  });

  it('locks out no user if the clock is set back', async () => {
    const gate = openGate();
    await gate.pass(10_000, () => void gate.attempt('ana', '203.0.113.9'));
    await gate.pass(20_000);
    gate.clock.advance(-3_600_000);
    const tried = gate.attempt('ana', '203.0.113.9');
    await gate.pass(1_000);
    expect((await tried).tookMs).toBe(HASH_MS);
  });
});
