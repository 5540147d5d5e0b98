/**
 * Filter of a report.
 *
 * An empty list matches everything.
 */
export interface ReportFilter {
  readonly services: readonly string[];
  readonly desks: readonly string[];
  readonly users: readonly string[];
}

interface CallIds {
  readonly serviceId: string;
  readonly deskId: string;
  readonly userId: string;
}

export interface FilterPredicate {
  service(id: string): boolean;
  call(call: CallIds): boolean;
}

/** The same predicate for the figures and the tables of a report. */
export function wantedBy({ services, desks, users }: ReportFilter): FilterPredicate {
  const [service, desk, user] = [passes(services), passes(desks), passes(users)];
  return {
    service,
    call: ({ serviceId, deskId, userId }) => service(serviceId) && desk(deskId) && user(userId),
  };
}

function passes(wanted: readonly string[]): (id: string) => boolean {
  const ids = new Set(wanted);
  return (id) => ids.size === 0 || ids.has(id);
}
