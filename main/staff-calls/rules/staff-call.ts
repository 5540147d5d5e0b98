/**
 * Staff calls: at most one open call per kiosk. Pure.
 */
import { STAFF_CALL_MS, STAFF_COMING_MS, type StaffCall, type StaffCallAt } from '../contract/staff-call.ts';

/** By kiosk. */
export type StaffCalls = Readonly<Record<string, StaffCall>>;

export interface StaffCallStep {
  readonly call: StaffCall;
  /** False: unchanged, so no event is sent. */
  readonly isNew: boolean;
}

const stands = (call: StaffCall | undefined, now: number): call is StaffCall => call !== undefined && call.until > now;

/** Opens a call; an open one, accepted or not, is returned unchanged. */
export function askStaff(before: StaffCall | undefined, now: number): StaffCallStep {
  if (stands(before, now)) return { call: before, isNew: false };
  const call = { since: now, until: now + STAFF_CALL_MS, takenAt: null, userId: '', deskId: '' };
  return { call, isNew: true };
}

/** Accepts a call; null if there is none (any more). The first clerk keeps it. */
export function takeStaffCall(
  before: StaffCall | undefined,
  { userId, deskId }: Pick<StaffCall, 'userId' | 'deskId'>,
  now: number,
): StaffCallStep | null {
  if (!stands(before, now)) return null;
  if (before.takenAt !== null) return { call: before, isNew: false };
  return { call: { ...before, until: now + STAFF_COMING_MS, takenAt: now, userId, deskId }, isNew: true };
}

/** Open calls, oldest first. */
export function standingCalls(calls: StaffCalls, now: number): readonly StaffCallAt[] {
  return Object.entries(calls)
    .filter(([, call]) => stands(call, now))
    .map(([deviceId, call]) => ({ ...call, deviceId }))
    .sort((one, other) => one.since - other.since);
}

/** Open calls with the kiosk's call replaced; ended ones are dropped. */
export function withStaffCall(calls: StaffCalls, deviceId: string, call: StaffCall, now: number): StaffCalls {
  const others = Object.entries(calls).filter(([id, each]) => id !== deviceId && stands(each, now));
  return Object.fromEntries([...others, [deviceId, call]]);
}
