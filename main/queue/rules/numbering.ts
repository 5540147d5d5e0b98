/**
 * Current number of a service.
 *
 * `last` is `null` before the first number of the round.
 */
export interface NumberState {
  readonly last: number | null;
  /** Grows at every wrap and every reset; a number never comes twice in one round. */
  readonly round: number;
}

export interface NumberRange {
  readonly first: number;
  /** 0, or less than `first`: no maximum. */
  readonly max: number;
}

/** From one to another, both included. */
export interface NumberSpan {
  readonly first: number;
  readonly last: number;
}

/** The number after the last one: one more, within the range, and none that a kiosk may give; past its end the first again, in a new round. */
export function nextNumber(
  state: NumberState,
  range: NumberRange,
  leased: NumberSpan | null = null,
): { readonly last: number; readonly round: number } {
  const past = (number: number): number =>
    leased !== null && number >= leased.first && number <= leased.last ? leased.last + 1 : number;
  const first = past(range.first);
  const next = state.last === null ? first : past(Math.max(state.last + 1, range.first));
  // Where kiosks hold all of the range there is no way but on.
  if (range.max < range.first || range.max === 0 || next <= range.max || first > range.max) {
    return { last: next, round: state.round };
  }
  return { last: first, round: state.last === null ? state.round : state.round + 1 };
}
