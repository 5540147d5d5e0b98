/** Staff calls: a visitor at a kiosk asks for help, and a clerk accepts. */

import type { Effects } from '../../database/effect.ts';
import { refuseAs } from '../../lib/refusal.ts';
import { ok, type Result } from '../../lib/result.ts';
import type { AtLocation, QueueFault } from '../../queue/contract/request.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import type { StaffCallAt, StaffCallChange } from '../contract/staff-call.ts';
import { askStaff, type StaffCallStep, type StaffCalls, takeStaffCall, withStaffCall } from '../rules/staff-call.ts';

type Done = Result<StaffCallAt, QueueFault>;

/** Calls staff to a kiosk. An open call is returned as it is, without another event. */
export const callStaff = operation<AtLocation & { readonly deviceId: string }, StaffCallAt>({
  scope: 'location',
  startsDay: true,
  prefetch: [],
  *run(unit, { locationId, deviceId }) {
    const calls = yield* callsAt(unit, locationId);
    return yield* put(unit, { locationId, deviceId, calls }, askStaff(calls[deviceId], unit.now), 'asked');
  },
});

interface AnswerStaffCallInput extends AtLocation {
  readonly deviceId: string;
  readonly deskId: string;
  readonly userId: string;
}

/** Errno 7 when the call has ended. The first clerk keeps the call. */
export const answerStaffCall = operation<AnswerStaffCallInput, StaffCallAt>({
  scope: 'location',
  startsDay: true,
  prefetch: [],
  *run(unit, { locationId, deviceId, deskId, userId }) {
    const calls = yield* callsAt(unit, locationId);
    const step = takeStaffCall(calls[deviceId], { userId, deskId }, unit.now);
    if (step === null) return refuseAs('staff_call_ended', { parameter: 'device_id' });
    return yield* put(unit, { locationId, deviceId, calls }, step, 'coming');
  },
});

interface Place {
  readonly locationId: string;
  readonly deviceId: string;
  readonly calls: StaffCalls;
}

function* callsAt({ rows }: Unit, locationId: string): Effects<StaffCalls> {
  return (yield* rows.location(locationId))?.staffCalls ?? {};
}

function* put(
  { rows, now, emit }: Unit,
  { locationId, deviceId, calls }: Place,
  { call, isNew }: StaffCallStep,
  change: StaffCallChange,
): Effects<Done> {
  const location = yield* rows.location(locationId);
  if (location === null) throw new Error('The location of a new business day does not exist.');
  if (isNew) {
    yield* rows.setLocation(locationId, { ...location, staffCalls: withStaffCall(calls, deviceId, call, now) });
    const { deskId } = call;
    const staffCall = { ...call, deviceId, change };
    emit({ type: 'staff.call', locationId, serviceId: '', ticketId: '', deskId, staffCall });
  }
  return ok({ ...call, deviceId });
}
