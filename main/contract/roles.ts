/** Roles of users: exact strings. All but the last three are the interface's; those are ours. */
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
] as const;

export type Role = (typeof ROLES)[number];
