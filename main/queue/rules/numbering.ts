/**
 * Current number of a service.
 *
 * `last` is `null` before the first number of the round.
 */
export interface NumberState {
  readonly last: number | null;
  /** Increases at every wrap and every reset; numbers are unique within a round. */
  readonly round: number;
}

export interface NumberRange {
  readonly first: number;
  /** 0, or less than `first`: no maximum. */
  readonly max: number;
}

/** Range of numbers, both ends included. */
export interface NumberSpan {
  readonly first: number;
  readonly last: number;
}

/**
 * The number after the last one: the next in the range that no kiosk holds. Past the end of the range, the first number
 * in a new round.
 */
export function nextNumber(
  state: NumberState,
  range: NumberRange,
  leased: NumberSpan | null = null,
): { readonly last: number; readonly round: number } {
  const past = (number: number): number =>
    leased !== null && number >= leased.first && number <= leased.last ? leased.last + 1 : number;
  const first = past(range.first);
  const next = state.last === null ? first : past(Math.max(state.last + 1, range.first));
  // If kiosks hold the whole range, numbers continue past it.
  if (range.max < range.first || range.max === 0 || next <= range.max || first > range.max) {
    return { last: next, round: state.round };
  }
  return { last: first, round: state.last === null ? state.round : state.round + 1 };
}
