/**
 * Event audiences that a caller may join.
 *
 * All members of one audience see the same fields of a ticket.
 */
import { DEVICE_TYPE } from '../../site/contract/site.ts';
import type { Caller } from './caller.ts';

/**
 * - `staff`: all fields. Users with the permission `acl_qmpad_access`, and devices that staff use.
 * - `office`: other users. Sees devices, but no names.
 * - `public`: displays, kiosks and other devices, and callers that ask for this audience.
 * - `visitor`: a device that issues a ticket and gives it to the visitor.
 * - `stranger`: callers without a key, report API keys, and webhook receivers without personal data.
 */
export type Audience = 'staff' | 'office' | 'public' | 'visitor' | 'stranger';

/** Permission to read ticket details. */
const DETAILS_ROLE = 'acl_qmpad_access';
/** Devices that staff use. */
export const STAFF_DEVICES = [DEVICE_TYPE.qmPad, DEVICE_TYPE.concierge] as const;

export function audienceOf(
  caller: Caller,
  asked: { readonly publicOnly: boolean; readonly authOn: boolean },
): Audience {
  if (asked.publicOnly) return 'public';
  switch (caller.kind) {
    case 'device':
      return STAFF_DEVICES.some((type) => type === caller.device.type) ? 'staff' : 'public';
    case 'user':
      return !asked.authOn || caller.roles.includes(DETAILS_ROLE) ? 'staff' : 'office';
    case 'report_key':
      return 'stranger';
    case 'anyone':
      return asked.authOn ? 'stranger' : 'staff';
  }
}

/** Audience for the response to a caller that issues a ticket: what its visitor may see. */
export function drawerOf(audience: Audience): Audience {
  return audience === 'staff' ? audience : 'visitor';
}
