/**
 * Roles of staff-device keys.
 *
 * A key holder works at a counter without a login.
 */
import type { Role } from '../../site/contract/roles.ts';
import type { DEVICE_TYPE } from '../../site/contract/site.ts';

type Kinds = typeof DEVICE_TYPE;
/** Only the type is imported: pages must not load the site's schema. */
const QM_PAD = 6 satisfies Kinds['qmPad'];
const CONCIERGE = 4 satisfies Kinds['concierge'];

const TO_GIVE_TICKETS: readonly Role[] = ['acl_qmpad_access', 'qm_qmpad_select_services', 'qm_qmpad_issues_services'];

const ROLES_OF_KIND: ReadonlyMap<number, readonly Role[]> = new Map<number, readonly Role[]>([
  [QM_PAD, [...TO_GIVE_TICKETS, 'qm_qmpad_user_pause_ticket', 'qm_qmpad_transfer_tickets']],
  [CONCIERGE, TO_GIVE_TICKETS],
]);

/** None for a device that staff do not use. */
export function rolesOfDevice(type: number): readonly Role[] {
  return ROLES_OF_KIND.get(type) ?? [];
}
