/**
 * Clock of a local queue, guarded against jumps (`lib/clock-guard.ts`).
 *
 * The last reading is stored next to the database every minute, so that a wrong clock after a restart is detected.
 */
import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import {
  type ClockReading,
  type ClockStep,
  carriedDay,
  type DayAge,
  dayAge,
  type GuardedClock,
  type LastSeen,
  readClock,
  startClock,
} from '../lib/clock-guard.ts';
import { type Clock, type Log, systemClock } from '../lib/context.ts';
import { readKept, writeKept } from '../printing/json-file.ts';
import { dayBegan, dayKey } from '../queue/rules/business-day.ts';
import type { Location } from '../site/contract/site.ts';
import type { Site } from '../site/rules/site-model.ts';
import type { Store } from '../store/contract/store.ts';

export interface QueueClock extends Clock {
  /** From now on, a corrected clock also shifts the business days of this queue. */
  guard(store: Pick<Store, 'putClockRight'>, site: () => Site): void;
  /**
   * Subscribes to clock jumps in seconds, negative for a jump back. Called at once, at each jump, and with 0 a day
   * later.
   */
  onJump(listener: (seconds: number) => void): void;
  close(): Promise<void>;
}

/** Both clocks of a machine. */
export interface MachineClocks {
  wallMs(): number;
  /** Monotonic; can stop while the machine sleeps. */
  steadyMs(): number;
  /** Time since boot, including sleep. More expensive to read. */
  bootedMs(): number;
  /** Changes at each boot; null where the system does not provide it. */
  readonly bootId: string | null;
}

const FILE = 'clock.json';
const LOOK_MS = 5_000;
const KEEP_MS = 60_000;
/** Interval for comparing elapsed time with the machine's clock while a jump is active. */
const COMPARE_MS = 1_000;
/** How long staff see a jump that is over. */
const TOLD_MS = 86_400_000;

export function machineClocks(): MachineClocks {
  return {
    wallMs: () => systemClock.now(),
    steadyMs: () => performance.now(),
    bootedMs: () => uptime() * 1000,
    bootId: readBootId(),
  };
}

function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}

interface KeptClock {
  readonly at: number;
  readonly elapsedMs: number;
  readonly since: number;
  readonly isKnownWrong: boolean;
  readonly bootId: string | null;
}

function isKept(value: unknown): value is KeptClock {
  const { at, elapsedMs, since, isKnownWrong, bootId } = (value ?? {}) as Partial<KeptClock>;
  const areNumbers = [at, elapsedMs, since].every((each) => Number.isFinite(each));
  return areNumbers && typeof isKnownWrong === 'boolean' && (bootId === null || typeof bootId === 'string');
}

export interface QueueClockOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly clocks?: MachineClocks;
}

export function openQueueClock({ dataDir, log, clocks = machineClocks() }: QueueClockOptions): QueueClock {
  const path = join(dataDir, FILE);
  let bootedBehindMs = clocks.bootedMs() - clocks.steadyMs();
  let comparedAtMs = clocks.steadyMs();
  let clock: GuardedClock = startClock(reading(), lastSeen());
  let latest = { wallMs: Number.NaN, now: 0 };
  let owner: { readonly store: Pick<Store, 'putClockRight'>; site(): Site } | null = null;
  const listeners = new Set<(seconds: number) => void>();
  const ages = new Map<string, DayAge>();
  let told = 0;
  let toldUntil = 0;
  let writing: Promise<void> = Promise.resolve();
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let cancelLook = (): void => {};

  function reading(): ClockReading {
    return { wallMs: clocks.wallMs(), elapsedMs: clocks.steadyMs() + bootedBehindMs };
  }

  function lastSeen(): LastSeen | null {
    const kept = readKept(path);
    if (!isKept(kept)) return null;
    const { elapsedMs } = reading();
    const isSameBoot = clocks.bootId !== null && kept.bootId === clocks.bootId && elapsedMs >= kept.elapsedMs;
    return { ...kept, isSameBoot };
  }

  function tell(seconds: number, until: number): void {
    toldUntil = until;
    if (seconds === told) return;
    told = seconds;
    for (const listener of listeners) listener(told);
  }

  /** After a sleep the wall clock seems to have jumped, but the time since boot includes the sleep. */
  function readAgain(): ClockStep {
    comparedAtMs = clocks.steadyMs();
    bootedBehindMs = clocks.bootedMs() - comparedAtMs;
    return readClock(clock, reading());
  }

  function now(): number {
    const wallMs = clocks.wallMs();
    // A request reads the clock several times; within a millisecond the result is the same.
    if (wallMs === latest.wallMs && clock.jump === null) return latest.now;
    let step = readClock(clock, reading());
    const isNews = step.clock.jump !== clock.jump || step.takenOver !== null;
    if (isNews || (step.clock.jump !== null && clocks.steadyMs() - comparedAtMs >= COMPARE_MS)) step = readAgain();
    // Nothing can be shifted before the queue is open.
    if (step.takenOver !== null && owner === null) return Math.round(reading().elapsedMs + clock.offsetMs);
    const before = clock;
    clock = step.clock;
    if (step.takenOver !== null) takeOver(step);
    else if (clock.jump !== before.jump) noteJump(before, step.now);
    latest = { wallMs, now: step.now };
    return step.now;
  }

  function noteJump({ jump: before }: GuardedClock, at: number): void {
    if (clock.jump === null) {
      log.info('clock.jump-ended', { seconds: secondsOf((before?.offsetMs ?? 0) - clock.offsetMs) });
      return;
    }
    const seconds = secondsOf(clock.jump.offsetMs - clock.offsetMs);
    log.error('clock.jump-detected', { seconds, queue_time: new Date(at).toISOString() });
    tell(seconds, at + TOLD_MS);
    keep(at);
  }

  function takeOver({ now: at, takenOver }: ClockStep): void {
    if (takenOver === null || owner === null) return;
    const seconds = secondsOf(takenOver.byMs);
    log.error('clock.times-corrected', { seconds, known_wrong: takenOver.wrongSince !== null });
    const { locations } = owner.site();
    const days = locations.map((location) => {
      const { id, timezone, reset_time } = location;
      const carried = carriedDay(at, ageOf(location, at - takenOver.byMs), (instant) =>
        dayKey(instant, timezone, reset_time),
      );
      return { locationId: id, ...carried };
    });
    owner.store
      .putClockRight?.({ ...takenOver, now: at, days })
      .catch((error: unknown) => log.error('clock.correction-failed', { error: String(error) }));
    tell(seconds, at + TOLD_MS);
    keep(at);
  }

  /** Age of a location's business day by elapsed time, even after a change of its time zone or reset time. */
  function ageOf({ id, timezone, reset_time }: Location, at: number): number {
    const elapsedMs = clocks.steadyMs() + bootedBehindMs;
    const age = dayAge(ages.get(id) ?? null, at - dayBegan(at, timezone, reset_time), elapsedMs);
    ages.set(id, age);
    return age.ageMs;
  }

  function keep(at: number): void {
    writtenAtMs = clocks.steadyMs();
    const { elapsedMs } = reading();
    const { since, isKnownWrong } = clock;
    const kept: KeptClock = { at, elapsedMs, since, isKnownWrong, bootId: clocks.bootId };
    writing = writing
      .then(() => writeKept(path, kept))
      .catch((error: unknown) => log.warn('clock.state-write-failed', { error: String(error) }));
  }

  function look(): void {
    const at = now();
    if (told !== 0 && clock.jump === null && at >= toldUntil) tell(0, 0);
    if (clocks.steadyMs() - writtenAtMs >= KEEP_MS) keep(at);
    cancelLook = systemClock.after(LOOK_MS, look);
  }

  return {
    now,
    after: systemClock.after,
    guard(store, site) {
      owner = { store, site };
      look();
    },
    onJump(listener) {
      listeners.add(listener);
      listener(told);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      cancelLook();
      keep(now());
      await writing;
    },
  };
}

const secondsOf = (ms: number): number => Math.round(ms / 1000);
