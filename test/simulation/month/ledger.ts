/** What people in the hall saw happen, written down beside the program. Instants are epoch milliseconds. */
export interface LedgerTicket {
  readonly id: string;
  readonly branchId: string;
  /** Drawn for. */
  readonly serviceId: string;
  readonly priority: boolean;
  readonly at: number;
  /** Seconds that were told; 0 when nothing was. */
  readonly told: number;
}

export type CallEnd = 'served' | 'no-show' | 'paused' | 'transferred';

export interface LedgerCall {
  readonly ticketId: string;
  readonly branchId: string;
  readonly serviceId: string;
  readonly deskId: string;
  readonly userId: string;
  readonly at: number;
  readonly first: boolean;
  /** Since when its visitor waited; null of one who came back after a pause. */
  readonly waitedSince: number | null;
  /** 0 while it goes on. */
  endedAt: number;
  end: CallEnd;
}

/** Called by mistake, and taken back. */
export interface LedgerSlip {
  readonly ticketId: string;
  readonly branchId: string;
  readonly serviceId: string;
  readonly deskId: string;
  readonly at: number;
  readonly waitedSince: number;
  /** 0 while it has not been taken back. */
  until: number;
}

/** Of a clerk who says so at the desk. */
export interface LedgerBreak {
  readonly branchId: string;
  readonly deskId: string;
  readonly userId: string;
  readonly reason: string;
  readonly from: number;
  /** 0 while it goes on. */
  until: number;
}

export interface Ledger {
  readonly tickets: LedgerTicket[];
  readonly calls: LedgerCall[];
  /** Who went home and said so. */
  readonly removed: { readonly ticketId: string; readonly at: number }[];
  readonly sentOn: { readonly ticketId: string; readonly at: number; readonly serviceId: string }[];
  readonly slips: LedgerSlip[];
  readonly breaks: LedgerBreak[];
  /** What was noted of calls. */
  readonly noted: { readonly call: LedgerCall; readonly code: string; readonly count: number }[];
}
