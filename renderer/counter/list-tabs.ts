/** The lists of a desk, in the order of their tabs. */
export const SHEETS = ['waiting', 'paused', 'cancelled', 'served'] as const;

/** The list that contains a ticket. */
export type Sheet = (typeof SHEETS)[number];
