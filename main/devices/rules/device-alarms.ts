/**
 * Alarms derived from a device's state.
 *
 * Pure: state in, alarms with their start times out.
 */
import { ALARM_KINDS, type AlarmKind } from '../contract/alarms.ts';
import type { DeviceStatus } from '../contract/device-status.ts';

/** Something that is wrong. It is told only when it has lasted: covers are opened, and cables pulled, for a moment. */
export interface DeviceIssue {
  readonly kind: AlarmKind;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly isRaised: boolean;
  /** Since when it is over, while its alarm still stands: a sensor may flap. */
  readonly goneSince?: number;
  /** When an alarm of this kind ended last; kept for two minutes. */
  readonly endedAt?: number;
  /** Nothing is wrong now: only that end is remembered. */
  readonly isOver?: true;
}

export interface KnownDevice {
  readonly status: DeviceStatus;
  /** Since when nothing of it is heard; null while something is, or nothing ever was. */
  readonly silentSince: number | null;
  /** Nothing is heard of it, but that may be because nobody listened before then. */
  readonly listenedSince: number;
  /** A page shows it; null where it does not matter. */
  readonly isShown: boolean | null;
  readonly house: OpeningState;
  /** Two machines speak with its key by turns. */
  readonly sharesKey: boolean;
}

/** Whether visitors can come: at night devices are switched off, and nobody is to walk for that. */
export interface OpeningState {
  /** Epoch milliseconds; null while it is closed. */
  readonly openSince: number | null;
  /** When it opens; null while it is open, and when it will not. */
  readonly opensAt: number | null;
}

export interface DeviceIssues {
  /** The worst first. */
  readonly standing: readonly DeviceIssue[];
  /** When to look again if nothing changes; null: never. */
  readonly lookAgainAt: number | null;
}

const MINUTE_MS = 60_000;
/** How long each has to last. */
const LASTS_MS: Readonly<Partial<Record<AlarmKind, number>>> = {
  silent: MINUTE_MS,
  'not-shown': MINUTE_MS,
  'clock-off': MINUTE_MS,
  'prints-failed': 0,
  'clock-jumped': 0,
  'shared-key': 0,
  'records-damaged': 0,
};
const LASTS_ELSE_MS = 5_000;
/** An alarm that comes back so soon flaps: from then on it ends only once it has been over for so long. */
const FLAPS_WITHIN_MS = 2 * MINUTE_MS;
/** A near-end sensor is known to flap. */
const FLAPS_ALWAYS: ReadonlySet<AlarmKind> = new Set(['paper-low']);
/** What a device that is switched off does. */
const OF_THE_NIGHT: ReadonlySet<AlarmKind> = new Set(['silent', 'not-shown']);
export const FAILED_PRINTS = 3;
/** So few are told of. */
export const LAST_TICKETS = 20;
export const MIN_DISK_MB = 200;
export const MAX_CLOCK_SECONDS = 60;

const OF_PRINTER: Readonly<Partial<Record<DeviceStatus['printer'], AlarmKind>>> = {
  'no-paper': 'no-paper',
  'cover-open': 'cover-open',
  cutter: 'cutter-stuck',
  fault: 'printer-fault',
  absent: 'printer-absent',
  silent: 'printer-silent',
  low: 'paper-low',
  unproved: 'printer-unproved',
};

/** What is wrong now, each with its beginning where the device says when. */
function found({ status, silentSince, isShown, sharesKey }: KnownDevice): ReadonlyMap<AlarmKind, number | null> {
  const kinds = new Map<AlarmKind, number | null>();
  const ofPrinter = OF_PRINTER[status.printer];
  if (ofPrinter !== undefined) kinds.set(ofPrinter, null);
  if (status.failed_prints >= FAILED_PRINTS) kinds.set('prints-failed', null);
  if (status.paper_left > 0 && status.paper_left <= LAST_TICKETS) kinds.set('paper-low', null);
  if (status.disk_free > 0 && status.disk_free < MIN_DISK_MB) kinds.set('disk-full', null);
  if (Math.abs(status.clock_off) > MAX_CLOCK_SECONDS) kinds.set('clock-off', null);
  if (status.clock_jump !== 0) kinds.set('clock-jumped', null);
  if (status.damaged_records !== '') kinds.set('records-damaged', null);
  if (sharesKey) kinds.set('shared-key', null);
  if (status.readers === 'absent') kinds.set('reader-absent', null);
  if (status.offline_since !== '') kinds.set('alone', Date.parse(status.offline_since) || null);
  // What it said last stays true of a device that is silent, as far as anybody knows.
  if (silentSince !== null) kinds.set('silent', silentSince);
  else if (isShown === false) kinds.set('not-shown', null);
  return kinds;
}

/** @param before what stood when this was asked last */
export function troublesOf(known: KnownDevice, before: readonly DeviceIssue[], now: number): DeviceIssues {
  const kinds = found(known);
  const standing: DeviceIssue[] = [];
  let lookAgainAt: number | null = null;
  for (const kind of ALARM_KINDS) {
    const told = kinds.get(kind);
    const old = before.find((trouble) => trouble.kind === kind);
    if (told === undefined) {
      const left = old === undefined ? null : leftOf(old, now);
      if (left === null) continue;
      if (left.endsAt !== null) lookAgainAt = Math.min(lookAgainAt ?? left.endsAt, left.endsAt);
      standing.push(left.trouble);
      continue;
    }
    // A device whose clock is ahead says that it began later than now.
    const since = (old?.isOver === true ? undefined : old?.since) ?? Math.min(told ?? now, now);
    const from = countedFrom(kind, since, known);
    const ripe = from + (LASTS_MS[kind] ?? LASTS_ELSE_MS);
    const isRaised = old?.isRaised === true || now >= ripe;
    if (!isRaised && ripe < Number.POSITIVE_INFINITY) lookAgainAt = Math.min(lookAgainAt ?? ripe, ripe);
    standing.push({ kind, since, isRaised, ...endedLately(old, now) });
  }
  return { standing, lookAgainAt };
}

function endedLately(old: DeviceIssue | undefined, now: number): Pick<DeviceIssue, 'endedAt'> {
  // One that stands is known to flap for as long as it stands.
  if (old?.endedAt === undefined || (!old.isRaised && now >= old.endedAt + FLAPS_WITHIN_MS)) return {};
  return { endedAt: old.endedAt };
}

/**
 * A trouble after its cause is over: its alarm flaps and still stands until `endsAt`, or only its end is remembered.
 * Null: nothing is kept.
 */
function leftOf(
  old: DeviceIssue,
  now: number,
): { readonly trouble: DeviceIssue; readonly endsAt: number | null } | null {
  const { kind, since } = old;
  if (old.isRaised) {
    const flaps = FLAPS_ALWAYS.has(kind) || old.endedAt !== undefined;
    const goneSince = old.goneSince ?? now;
    const endsAt = goneSince + (flaps ? FLAPS_WITHIN_MS : 0);
    if (now < endsAt) return { trouble: { ...old, goneSince }, endsAt };
    return { trouble: { kind, since, isRaised: false, endedAt: now, isOver: true }, endsAt: null };
  }
  const { endedAt } = endedLately(old, now);
  return endedAt === undefined
    ? null
    : { trouble: { kind, since, isRaised: false, endedAt, isOver: true }, endsAt: null };
}

/** Infinity: not while nothing changes. What was raised while the house was open stands on when it closes. */
function countedFrom(kind: AlarmKind, since: number, { listenedSince, house }: KnownDevice): number {
  if (!OF_THE_NIGHT.has(kind)) return since;
  const openSince = house.openSince ?? house.opensAt ?? Number.POSITIVE_INFINITY;
  return Math.max(since, openSince, kind === 'silent' ? listenedSince : since);
}

export interface DeviceAlarmChange {
  readonly kind: AlarmKind;
  readonly since: number;
  /** Null: it has just been raised. */
  readonly endedAt: number | null;
}

/** What was raised and has ended between two looks. One that came back later is another one. */
export function alarmChanges(
  before: readonly AlarmSince[],
  after: readonly AlarmSince[],
  now: number,
): readonly DeviceAlarmChange[] {
  const isIn = (list: readonly AlarmSince[], { kind, since }: AlarmSince): boolean =>
    list.some((each) => each.kind === kind && each.since === since);
  return [
    ...before.filter((each) => !isIn(after, each)).map(({ kind, since }) => ({ kind, since, endedAt: now })),
    ...after.filter((each) => !isIn(before, each)).map(({ kind, since }) => ({ kind, since, endedAt: null })),
  ];
}

/** An alarm that was raised. */
export interface AlarmSince {
  readonly kind: AlarmKind;
  /** Epoch milliseconds. */
  readonly since: number;
}
