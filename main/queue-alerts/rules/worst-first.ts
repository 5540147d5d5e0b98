/** Order of queue alerts: open ones first, the most serious at the top. */
import { LIMIT_KINDS, type LimitAlarm } from '../contract/limits.ts';

type Ordered = Pick<LimitAlarm, 'kind' | 'bound' | 'worst' | 'since' | 'endedAt'>;

export function worstFirst(one: Ordered, other: Ordered): number {
  return (
    Number(one.endedAt !== null) - Number(other.endedAt !== null) ||
    (one.endedAt === null ? bySeriousness(one, other) : 0) ||
    other.since - one.since
  );
}

function bySeriousness(one: Ordered, other: Ordered): number {
  return LIMIT_KINDS.indexOf(one.kind) - LIMIT_KINDS.indexOf(other.kind) || excess(other) - excess(one);
}

/** How far the threshold is exceeded, as a factor. */
function excess({ kind, bound, worst }: Ordered): number {
  // The only threshold that is a minimum.
  return kind === 'share' ? bound / Math.max(1, worst) : worst / Math.max(1, bound);
}
