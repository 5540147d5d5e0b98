/** Ours: what all operations of the back office have in common. */
export const ADMIN = '/restapi/v2/admin';

/** Who may, and that they answer in JSON whatever the address asks for. */
export const backOffice = { roles: ['admin_site'], jsonOnly: true } as const;
