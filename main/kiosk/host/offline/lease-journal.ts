/**
 * File of leased numbers and offline tickets.
 *
 * A number is issued only after its entry is on disk. A file that this machine did not write last is not continued,
 * because later numbers are unknown.
 */

import { crc32 } from 'node:zlib';
import { type Log, systemClock } from '../../../lib/context.ts';
import { type LeftLines, openLineFile } from '../../../lib/files/append-only-file.ts';
import { isWrittenHere } from '../intent-log/intent-file.ts';
import {
  type HeldLease,
  type LeasedTicket,
  type LeaseFacts,
  type LeaseLine,
  type LeaseState,
  linesOf,
  NO_FACTS,
  type RefusedTicket,
  type TimedLine,
  withLine,
} from './lease-records.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * `own`: written last by this machine, recently. Otherwise its numbers can be older than the issued ones: `old`: the
 * machine was off for longer; `put-back`: a restored copy; `cut`: the last lines, some seconds, are lost; `damaged`:
 * unreadable lines.
 */
export type LeaseOrigin = 'own' | 'old' | 'put-back' | 'cut' | 'damaged';

export interface LeaseFile {
  /** Resolves when the file is read. */
  readonly opened: Promise<LeaseOrigin>;
  facts(): LeaseFacts;
  /**
   * Resolves with true when the line is on disk, and with false if that is uncertain. `make` is called in turn, with
   * the facts of all earlier lines.
   */
  write(make: (facts: LeaseFacts) => LeaseLine): Promise<boolean>;
  close(): Promise<void>;
}

export interface LeaseFileOptions {
  readonly path: string;
  readonly log: Log;
  /** Lines are unreadable. */
  onDamaged(): void;
}

/** Maximum interval between lines of a running program. */
export const ALIVE_MS = 60_000;
/** After a longer time off, the kiosk contacts its server first: its disk was possibly exchanged. */
const OFF_MS = 15 * 60_000;
/** A smaller step back is a normal clock correction. */
const BACK_MS = 5_000;

/** @param lastAt time in its last line; null without one */
function originOf({ origin, isMarked, changedAt }: LeftLines, lastAt: number | null): LeaseOrigin {
  if (lastAt === null || changedAt === null) return origin === 'other' ? 'put-back' : 'own';
  // Judged by times, all of the machine's clock.
  if (origin !== 'own' && !isWrittenHere(lastAt, changedAt, isMarked && origin === 'unknown')) return 'put-back';
  const off = systemClock.now() - lastAt;
  const isRecent = off <= OFF_MS && off >= -BACK_MS;
  if (origin === 'other') return isRecent ? 'cut' : 'put-back';
  return isRecent ? 'own' : 'old';
}

export function openLeaseFile(options: LeaseFileOptions): LeaseFile {
  let facts = NO_FACTS;
  const timed = (line: LeaseLine): string => sealedLine(line, systemClock.now());
  const file = openLineFile({
    ...options,
    failure: 'offline.file-write-failed',
    keep: () => linesOf(facts).map(timed),
  });

  async function open(): Promise<LeaseOrigin> {
    const left = await file.left;
    const texts = left.lines;
    const read = texts.map(readLeaseLine);
    const lines = read.filter((line) => typeof line === 'object');
    // A power cut tears only the last line.
    const spoilt = read.filter(
      (line, place) =>
        line === 'spoilt' || (line === 'torn' && (place < read.length - 1 || texts[place]?.includes('\0') === true)),
    ).length;
    if (spoilt > 0) {
      options.log.error('offline.records-corrupt', { count: spoilt });
      options.onDamaged();
    }
    for (const { at: _at, ...line } of lines) facts = withLine(facts, line);
    // The number in an unreadable line was possibly issued.
    return spoilt > 0 ? 'damaged' : originOf(left, lines.at(-1)?.at ?? null);
  }

  const reading = open().catch((): LeaseOrigin => 'damaged');
  return {
    opened: reading,
    facts: () => facts,
    async write(make) {
      await reading;
      return file.write(() => {
        const line = make(facts);
        facts = withLine(facts, line);
        return timed(line);
      });
    },
    async close() {
      await reading;
      await file.close();
    },
  };
}

type Fields<T> = { readonly [Name in keyof T]?: unknown };

type AnyFields = Fields<LeaseState & LeasedTicket> & {
  readonly [Name in 'at' | 'state' | 'tickets' | 'ids']?: unknown;
};

const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): value is string => isText(value) && value !== '';
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isNumber = (value: unknown): boolean => isWhole(value) && value >= 1;

const isLease = (lease: Fields<HeldLease> | null): boolean =>
  isName(lease?.service) && [lease.first, lease.last, lease.next, lease.leasedAt].every(isNumber);

function isState({ holder, turn, slot, request, leasedAt, until, ahead, leases }: Fields<LeaseState>): boolean {
  return (
    isName(holder) &&
    isText(request) &&
    [turn, slot, leasedAt, until, ahead].every(isWhole) &&
    Array.isArray(leases) &&
    leases.every(isLease)
  );
}

function isGiven({ id, holder, service, number, lang, priority }: Fields<LeasedTicket>): boolean {
  return (
    isText(id) &&
    UUID.test(id) &&
    isName(holder) &&
    isName(service) &&
    isNumber(number) &&
    isText(lang) &&
    typeof priority === 'boolean'
  );
}

const isRefused = (ticket: Fields<RefusedTicket> | null): boolean =>
  isText(ticket?.id) && isWhole(ticket.errno) && isWhole(ticket.since);

function isLine(line: AnyFields): boolean {
  if (typeof line.at !== 'number') return false;
  switch (line.state) {
    case 'leased':
      return isState(line);
    case 'given':
      return isGiven(line);
    case 'refused':
      return Array.isArray(line.tickets) && line.tickets.every(isRefused);
    case 'gone':
      return Array.isArray(line.ids) && line.ids.every(isText);
    case 'held':
      return isText(line.id);
    default:
      return line.state === 'alive';
  }
}

const crcOf = (line: LeaseLine): number => crc32(JSON.stringify(line));

/** A line with its checksum: a flipped bit never yields another valid line. */
const sealedLine = (line: LeaseLine, at: number): string => JSON.stringify({ ...line, crc: crcOf(line), at });

/**
 * Validates a line as strictly as the server validates a request: one invalid line must not block the valid ones.
 * `torn`: the last line after a power cut. `spoilt`: complete but invalid.
 */
function readLeaseLine(text: string): TimedLine | 'torn' | 'spoilt' {
  try {
    const value = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !isLine(value)) return 'spoilt';
    const { crc, at, ...line } = value as TimedLine & { readonly crc?: unknown };
    // Earlier versions wrote no checksum.
    if (crc !== undefined && crc !== crcOf(line as LeaseLine)) return 'spoilt';
    return { ...line, at } as TimedLine;
  } catch {
    return 'torn';
  }
}
