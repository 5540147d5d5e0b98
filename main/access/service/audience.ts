/**
 * Event audiences that a caller may join.
 *
 * Everybody of one audience is shown the same of a ticket.
 */
import { DEVICE_TYPE } from '../../site/contract/site.ts';
import type { Caller } from './caller.ts';

/**
 * - `staff`: everything. Users with the role `acl_qmpad_access`, and the devices at which staff works.
 * - `office`: other users. Devices, but nobody's names.
 * - `public`: displays, kiosks and other devices, and whoever asks for no more.
 * - `visitor`: whoever draws a ticket and hands it to its visitor.
 * - `stranger`: who has shown no key, keys for reports, and receivers of webhooks that get nothing personal.
 */
export type Audience = 'staff' | 'office' | 'public' | 'visitor' | 'stranger';

/** The role that may read the details of tickets. */
const DETAILS_ROLE = 'acl_qmpad_access';
/** Devices at which staff works. */
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

/** Whoever draws a ticket gets it as its visitor may have it. */
export function drawerOf(audience: Audience): Audience {
  return audience === 'staff' ? audience : 'visitor';
}
