/**
 * Query of the report screen, in its URL.
 *
 * A location, days as `yyyy-mm-dd`, and comma-separated ids.
 */
export interface ReportQuery {
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
