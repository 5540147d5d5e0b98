/** Roles of users: exact strings. Those up to the list of staff are the interface's; the others are ours. */
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
  /** Sees who comes by appointment, checks in, books, moves and calls off, at their locations. */
  'appointments_desk',
  /** Looks after the locations that they work at, and nothing else. */
  'admin_branch',
  /** Reads what is set up and the change log, and changes nothing. */
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

/** What people usually are, from the least to the most. A house may name sets of its own beside them (`role_sets`). */
export const USUAL_ROLES = {
  clerk: CLERK,
  reception: ['acl_qmpad_access', 'qm_qmpad_select_services', 'qm_qmpad_issues_services', 'appointments_desk'],
  manager: MANAGER,
  branch: [...MANAGER, 'admin_branch'],
  auditor: ['audit_view', 'reports_view'],
  administrator: [...MANAGER, 'qm_act_for_users', 'admin_site'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
