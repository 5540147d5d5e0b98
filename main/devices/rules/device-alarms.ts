/**
 * Alarms derived from a device's state.
 *
 * Pure: state in, alarms with their start times out.
 */
import { ALARM_KINDS, type AlarmKind } from '../contract/alarms.ts';
import type { DeviceStatus } from '../contract/device-status.ts';

/** A current issue. It becomes an alarm only after some time: covers are opened, and cables unplugged, for a moment. */
export interface DeviceIssue {
  readonly kind: AlarmKind;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly isRaised: boolean;
  /** Time at which its cause ended, while the alarm stays raised: a sensor can flap. */
  readonly goneSince?: number;
  /** Time at which the last alarm of this kind ended; kept for two minutes. */
  readonly endedAt?: number;
  /** There is no issue now: only the end of the last alarm is kept. */
  readonly isOver?: true;
}

export interface KnownDevice {
  readonly status: DeviceStatus;
  /** Start of its silence; null while connected, or for a device that never was. */
  readonly silentSince: number | null;
  /** Before this time no server was listening, so silence does not count. */
  readonly listenedSince: number;
  /** Whether a page shows it; null where this does not matter. */
  readonly isShown: boolean | null;
  readonly house: OpeningState;
  /** Whether two machines use its key in turns. */
  readonly sharesKey: boolean;
}

/** Opening state of a location: at night devices are switched off, which needs no attention. */
export interface OpeningState {
  /** Epoch milliseconds; null while closed. */
  readonly openSince: number | null;
  /** Next opening time; null while open, and without one. */
  readonly opensAt: number | null;
}

export interface DeviceIssues {
  /** Most severe first. */
  readonly standing: readonly DeviceIssue[];
  /** Time of the next check if nothing changes; null: never. */
  readonly lookAgainAt: number | null;
}

const MINUTE_MS = 60_000;
/** Duration of each issue before its alarm is raised. */
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
/** An alarm that returns within this time flaps: from then on it ends only after its cause is gone for this time. */
const FLAPS_WITHIN_MS = 2 * MINUTE_MS;
/** Near-end sensors always flap. */
const FLAPS_ALWAYS: ReadonlySet<AlarmKind> = new Set(['paper-low']);
/** Effects of a device that is switched off. */
const OF_THE_NIGHT: ReadonlySet<AlarmKind> = new Set(['silent', 'not-shown']);
export const FAILED_PRINTS = 3;
/** Number of recent tickets in an alarm. */
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

/** Issues at present, each with its start where the device reports one. */
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
  // The last report of a silent device is assumed to be still true.
  if (silentSince !== null) kinds.set('silent', silentSince);
  else if (isShown === false) kinds.set('not-shown', null);
  return kinds;
}

/** @param before issues of the previous check */
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
    // A device with a fast clock can report a start in the future.
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
  // A raised alarm stays marked as flapping.
  if (old?.endedAt === undefined || (!old.isRaised && now >= old.endedAt + FLAPS_WITHIN_MS)) return {};
  return { endedAt: old.endedAt };
}

/**
 * An issue after its cause is gone: a flapping alarm stays raised until `endsAt`; otherwise only its end is kept. Null:
 * nothing is kept.
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

/** Start of the delay before an alarm. Infinity: while closed without a next opening. Alarms raised earlier stay. */
function countedFrom(kind: AlarmKind, since: number, { listenedSince, house }: KnownDevice): number {
  if (!OF_THE_NIGHT.has(kind)) return since;
  const openSince = house.openSince ?? house.opensAt ?? Number.POSITIVE_INFINITY;
  return Math.max(since, openSince, kind === 'silent' ? listenedSince : since);
}

export interface DeviceAlarmChange {
  readonly kind: AlarmKind;
  readonly since: number;
  /** Null: just raised. */
  readonly endedAt: number | null;
}

/** Alarms that were raised or ended between two checks. One that returned in between counts as a new one. */
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

/** A raised alarm. */
export interface AlarmSince {
  readonly kind: AlarmKind;
  /** Epoch milliseconds. */
  readonly since: number;
}
