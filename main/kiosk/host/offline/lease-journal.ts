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
 * `own`: written last by this machine, a moment ago. Else what it says of numbers may be older than what was given: `old`: the machine
 * was off for longer; `put-back`: a copy; `cut`: its last lines are lost, those of a few seconds; `damaged`: lines cannot be read.
 */
export type LeaseOrigin = 'own' | 'old' | 'put-back' | 'cut' | 'damaged';

export interface LeaseFile {
  /** Resolves when it was read. */
  readonly opened: Promise<LeaseOrigin>;
  facts(): LeaseFacts;
  /** Resolves when it is on the disk; false when it may not be. The line is made in its turn, of what all before it say. */
  write(make: (facts: LeaseFacts) => LeaseLine): Promise<boolean>;
  close(): Promise<void>;
}

export interface LeaseFileOptions {
  readonly path: string;
  readonly log: Log;
  /** Lines of it cannot be read. */
  onDamaged(): void;
}

/** A program that runs writes a line at least this often. */
export const ALIVE_MS = 60_000;
/** A kiosk that was off for longer asks its server first: its disk may have been exchanged. */
const OFF_MS = 15 * 60_000;
/** A clock that was set back by less is one that is corrected. */
const BACK_MS = 5_000;

/** @param lastAt when its last line says that it was written; null: there is none */
function originOf({ origin, isMarked, changedAt }: LeftLines, lastAt: number | null): LeaseOrigin {
  if (lastAt === null || changedAt === null) return origin === 'other' ? 'put-back' : 'own';
  // So far as times can tell. They are those of the machine, as the disk's.
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
    // Only the end of a file is torn by a power cut.
    const spoilt = read.filter(
      (line, place) =>
        line === 'spoilt' || (line === 'torn' && (place < read.length - 1 || texts[place]?.includes('\0') === true)),
    ).length;
    if (spoilt > 0) {
      options.log.error('offline.records-corrupt', { count: spoilt });
      options.onDamaged();
    }
    for (const { at: _at, ...line } of lines) facts = withLine(facts, line);
    // A number whose line cannot be read may have been given.
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

/** A line as it stands in the file: a flipped bit makes no other one of it. */
const sealedLine = (line: LeaseLine, at: number): string => JSON.stringify({ ...line, crc: crcOf(line), at });

/**
 * Reads a line as strictly as the server reads a request: one spoilt line is not to stop what is whole.
 * `torn`: as a power cut leaves the last line. `spoilt`: whole, and none of ours.
 */
function readLeaseLine(text: string): TimedLine | 'torn' | 'spoilt' {
  try {
    const value = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !isLine(value)) return 'spoilt';
    const { crc, at, ...line } = value as TimedLine & { readonly crc?: unknown };
    // Earlier programs wrote none.
    if (crc !== undefined && crc !== crcOf(line as LeaseLine)) return 'spoilt';
    return { ...line, at } as TimedLine;
  } catch {
    return 'torn';
  }
}
