/** UUIDs of version 7, strictly increasing. */
import { randomFillSync } from 'node:crypto';

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const RANDOM_POOL_BYTES = 4096;
const RANDOM_BYTES = 8;
const COUNTER_LIMIT = 0x1000;
const HALF = 0x1_0000_0000;

/** When the clock is set back, ids stay ahead of it until it has caught up. */
export const CLOCK_MARGIN_MS = 3_600_000;

/** Lower limit for ids of this millisecond and later, for lookups by time. */
export function firstUuidAt(instant: number): string {
  const time = Math.max(0, Math.floor(instant)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

/** Time at which a UUID of version 7 was created. */
export function uuidTime(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** @param after id of another source that must precede this one; empty: none */
export type UuidSource = (now: number, after?: string) => string;

/**
 * Creates UUIDs of version 7 (RFC 9562) that increase from call to call, also within one millisecond and when the clock
 * is set back: the twelve bits after the time are a counter (method 1 of the RFC's section 6.2).
 */
export function uuidSource(): UuidSource {
  const pool = new Uint8Array(RANDOM_POOL_BYTES);
  let used = RANDOM_POOL_BYTES;
  let time = -1;
  let counter = 0;
  let last = '';

  /** Continues after it, unless its clock is so wrong that the id could not be found by time. */
  function follow(after: string, now: number): void {
    const its = uuidTime(after);
    if (its < time || its > now + CLOCK_MARGIN_MS) return;
    const count = Number.parseInt(after.slice(15, 18), 16);
    counter = its > time ? count : Math.max(counter, count);
    time = its;
  }

  return (now, after = '') => {
    if (after > last) follow(after, now);
    if (used + RANDOM_BYTES > RANDOM_POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const byte = (index: number): number => pool[used + index] ?? 0;
    if (now > time) {
      time = Math.floor(now);
      // Starts low, to leave room for the counter within the millisecond.
      counter = (byte(0) << 1) | (byte(1) & 1);
    } else {
      counter += 1;
      if (counter === COUNTER_LIMIT) {
        time += 1;
        counter = 0;
      }
    }
    const high = Math.floor(time / HALF);
    const low = time % HALF;
    const hex = (value: number): string => HEX[value & 0xff] ?? '';
    const text =
      `${hex(high >>> 8)}${hex(high)}${hex(low >>> 24)}${hex(low >>> 16)}-${hex(low >>> 8)}${hex(low)}` +
      `-${hex(0x70 | (counter >>> 8))}${hex(counter)}-${hex(0x80 | (byte(0) & 0x3f))}${hex(byte(1))}` +
      `-${hex(byte(2))}${hex(byte(3))}${hex(byte(4))}${hex(byte(5))}${hex(byte(6))}${hex(byte(7))}`;
    used += RANDOM_BYTES;
    last = text;
    return text;
  };
}
