/** Reads the lines of `lease-records.ts` as strictly as the server reads a request: one spoilt line is not to stop what is whole. */
import { crc32 } from 'node:zlib';
import type { HeldLease, LeasedTicket, LeaseLine, LeaseState, RefusedTicket, TimedLine } from './lease-records.ts';

type Fields<T> = { readonly [Name in keyof T]?: unknown };

type AnyFields = Fields<LeaseState & LeasedTicket> & {
  readonly [Name in 'at' | 'state' | 'tickets' | 'ids']?: unknown;
};

const isText = (value: unknown): value is string => typeof value === 'string';
const isName = (value: unknown): value is string => isText(value) && value !== '';
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value);
const isNumber = (value: unknown): boolean => isWhole(value) && value >= 1;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
export const sealedLine = (line: LeaseLine, at: number): string => JSON.stringify({ ...line, crc: crcOf(line), at });

/** `torn`: as a power cut leaves the last line. `spoilt`: whole, and none of ours. */
export function readLeaseLine(text: string): TimedLine | 'torn' | 'spoilt' {
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
