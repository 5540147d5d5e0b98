/**
 * Roles of users, as exact strings.
 *
 * Those up to the list of staff belong to the standard API; the others are extensions.
 */
export const ROLES = [
  'acl_qmpad_access',
  'qm_qmpad_select_services',
  'qm_qmpad_issues_services',
  'qm_qmpad_user_pause_ticket',
  'qm_qmpad_transfer_tickets',
  'acl_services_access',
  'essentials_staff_access_staff',
  'admin_site',
  'reports_view',
  'qm_act_for_users',
  /** Sees, checks in, books, moves and cancels appointments at their locations. */
  'appointments_desk',
  /** Administers the locations where they work, and nothing else. */
  'admin_branch',
  /** Reads the configuration and the audit log, and changes nothing. */
  'audit_view',
] as const;

export type Role = (typeof ROLES)[number];

const CLERK: readonly Role[] = [
  'acl_qmpad_access',
  'qm_qmpad_select_services',
  'qm_qmpad_issues_services',
  'qm_qmpad_user_pause_ticket',
  'qm_qmpad_transfer_tickets',
];
const MANAGER: readonly Role[] = [
  ...CLERK,
  'acl_services_access',
  'essentials_staff_access_staff',
  'reports_view',
  'appointments_desk',
];

/** Predefined permission sets, from the fewest to the most roles. An organisation can add its own (`role_sets`). */
export const USUAL_ROLES = {
  clerk: CLERK,
  reception: ['acl_qmpad_access', 'qm_qmpad_select_services', 'qm_qmpad_issues_services', 'appointments_desk'],
  manager: MANAGER,
  branch: [...MANAGER, 'admin_branch'],
  auditor: ['audit_view', 'reports_view'],
  administrator: [...MANAGER, 'qm_act_for_users', 'admin_site'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
