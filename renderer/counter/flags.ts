/** Bits of a ticket's flags, as the contract has them; pages import types only. */
export const FLAG = { priority: 1, appointment: 2, walkIn: 32 } as const;
