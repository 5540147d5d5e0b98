/** Stored state of a location, read and checked. Damaged text counts as empty. */

import { isNullOr, isNumber, isOneOf, isRecordOf, isShaped, isText, readKept } from '../../database/stored-json.ts';
import type { StaffCall } from '../../staff-calls/contract/staff-call.ts';
import { DESK_AWAY, type DeskAway } from '../contract/records.ts';
import type { StoredLocation } from '../operations/rows/locations.ts';

export const isAway = isShaped<DeskAway>({ kind: isOneOf(DESK_AWAY), reason: isText, userId: isText, since: isNumber });

export const STAFF_CALL = {
  since: isNumber,
  until: isNumber,
  takenAt: isNullOr(isNumber),
  userId: isText,
  deskId: isText,
};

const isStaffCall = isShaped<StaffCall>(STAFF_CALL);

/** Absences by desk; empty if they cannot be read. */
export function desksAwayOf(locationId: string, text: string): StoredLocation['away'] {
  return readKept(text, isRecordOf(isAway), { table: 'location_queue', id: locationId }) ?? {};
}

/** Staff calls by kiosk; empty if they cannot be read. */
export function staffCallsOf(locationId: string, text: string): StoredLocation['staffCalls'] {
  return readKept(text, isRecordOf(isStaffCall), { table: 'location_queue', id: locationId }) ?? {};
}
