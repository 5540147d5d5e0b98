/** What the address of a printer may say about it. */
export const CONFIRM_WAYS = ['auto', 'process-id', 'status', 'none'] as const;
export type ConfirmWay = (typeof CONFIRM_WAYS)[number];

export interface PrinterOptions {
  readonly columns: number | null;
  readonly dots: number | null;
  readonly codePage: string | null;
  readonly profile: string | null;
  readonly confirm: ConfirmWay;
}
