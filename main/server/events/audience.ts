/** Who hears what: everybody of one audience is sent the same bytes. */

import type { Caller } from '../auth/caller.ts';
import { STAFF_DEVICES } from '../auth/device-kinds.ts';

/**
 * `staff`: everything. `office`: no names and notes. `public`: neither these nor devices; displays and kiosks, and
 * whoever asks for no more.
 */
export type Audience = 'staff' | 'office' | 'public';

/** The role that may read the details of tickets. */
const DETAILS_ROLE = 'acl_qmpad_access';

export function audienceOf(
  caller: Caller,
  asked: { readonly publicOnly: boolean; readonly authOn: boolean },
): Audience {
  if (asked.publicOnly) return 'public';
  switch (caller.kind) {
    case 'device':
      return STAFF_DEVICES.some((type) => type === caller.device.type) ? 'staff' : 'public';
    case 'user':
      return !asked.authOn || caller.user.roles.includes(DETAILS_ROLE) ? 'staff' : 'office';
    case 'anyone':
      return 'staff';
  }
}
