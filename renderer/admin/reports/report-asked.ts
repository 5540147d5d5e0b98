/**
 * Query of the report screen, in its URL.
 *
 * A location, its days (`yyyy-mm-dd`), and ids with commas between them.
 */
export interface ReportAsked {
  readonly location: string;
  readonly from: string;
  readonly to: string;
  readonly services: string;
  readonly desks: string;
  readonly users: string;
}

export function idsOf(list: string): string[] {
  return list.split(',').filter(Boolean);
}
