/**
 * REST operations on staff calls.
 *
 * A visitor at a kiosk asks for help, and a clerk accepts.
 */

import { COUNTER_DEVICES, KIOSK_DEVICES } from '../../access/service/device-kinds.ts';
import { CALL_STAFF } from '../../devices/contract/kiosk-endpoints.ts';
import { CallStaffAnswer, KioskParameters, type StaffCallView } from '../../devices/contract/rest/kiosks.ts';
import { refuseAs } from '../../lib/refusal.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import { ANSWER_STAFF_CALL } from '../../queue/contract/endpoints.ts';
import { ownKiosk } from '../../rest/operation/own-device.ts';
import { CALLING_ERRNOS, resolveCaller, storeRefusal, today, when } from '../../rest/operation/resolve.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { deviceLocation } from '../../site/service/device-location.ts';
import type { Store } from '../../store/contract/store.ts';
import { AnswerStaffCallAnswer, AnswerStaffCallParameters } from '../contract/rest/staff-calls.ts';
import type { StaffCall } from '../contract/staff-call.ts';

const callStaff = operation({
  name: 'call_staff',
  area: 'devices',
  summary:
    'A visitor at a kiosk calls staff. If a call is open, it is returned; it ends after `left_seconds`. 7 if `staff_call` of the device is off.',
  errnos: [ERRNO.notFound, ERRNO.cannotConclude, ERRNO.deviceUnavailable],
  endpoint: CALL_STAFF,
  devices: KIOSK_DEVICES,
  devicesOnly: true,
  parameters: KioskParameters,
  answer: CallStaffAnswer,
  async handle({ device_id }, context) {
    const { site, store, now } = context;
    const kiosk = ownKiosk(device_id, context);
    if (!kiosk.ok) return kiosk;
    const location = deviceLocation(site, kiosk.value);
    if (location === undefined) return refuseAs('device_without_location', { parameter: 'device_id' });
    if (!kiosk.value.staff_call) return refuseAs('staff_call_off', { parameter: 'device_id' });
    const done = await store.run('callStaff', { ...today(location, now), deviceId: device_id }, when(context));
    return done.ok ? ok({ success: true, staff_call: shown(done.value, now) }) : storeRefusal(done.error);
  },
});

const answerStaffCall = operation({
  name: 'answerstaffcall',
  area: 'queue',
  summary:
    'The user accepts a staff call of a kiosk. The call disappears from every counter, and the visitor is notified. 7 when the call has ended; if another user was first, `own` is false.',
  errnos: CALLING_ERRNOS,
  endpoint: ANSWER_STAFF_CALL,
  roles: ['acl_qmpad_access'],
  devices: COUNTER_DEVICES,
  reach: { atDesk: true },
  parameters: AnswerStaffCallParameters,
  answer: AnswerStaffCallAnswer,
  async handle({ device_id, ...who }, context) {
    const { site, store, sees, now } = context;
    const here = resolveCaller(site, who);
    if (!here.ok) return here;
    const { desk, location, user } = here.value;
    const input = { ...today(location, now), deviceId: device_id, deskId: desk.id, userId: user.id };
    const done = await store.run('answerStaffCall', input, when(context));
    if (!done.ok) return storeRefusal(done.error);
    const comes = site.user(done.value.userId);
    return ok({
      success: true,
      own: done.value.userId === user.id && done.value.deskId === desk.id,
      user_name: sees === 'staff' ? comes?.name || comes?.username || '' : '',
    });
  },
});

/** The field in responses to a kiosk; absent without a call. */
export async function standingStaffCall(
  store: Store,
  locationId: string,
  deviceId: string,
  now: number,
): Promise<{ staff_call?: StaffCallView }> {
  const call = (await store.query('staffCalls', { locationId, now })).find((each) => each.deviceId === deviceId);
  return call === undefined ? {} : { staff_call: shown(call, now) };
}

function shown({ since, until, takenAt }: StaffCall, now: number): StaffCallView {
  return {
    state: takenAt === null ? 'asked' : 'coming',
    since_seconds: Math.max(0, Math.floor((now - since) / 1000)),
    left_seconds: Math.max(0, Math.ceil((until - now) / 1000)),
  };
}

export const STAFF_CALL_OPERATIONS: readonly Operation[] = [callStaff, answerStaffCall];
