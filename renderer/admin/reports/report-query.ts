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

/** The query with its ids as lists, as the server takes it. */
export function partsOf({ services, desks, users, ...query }: ReportQuery) {
  return { ...query, services: idsOf(services), desks: idsOf(desks), users: idsOf(users) };
}
