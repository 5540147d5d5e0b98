/** Where a service's numbers stand. `last` is `null` before the first number of the round. */
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

/** The number after the last one: one more, within the range; past its end the first again, in a new round. */
export function nextNumber(state: NumberState, range: NumberRange): { readonly last: number; readonly round: number } {
  const next = state.last === null ? range.first : Math.max(state.last + 1, range.first);
  if (range.max < range.first || range.max === 0 || next <= range.max) return { last: next, round: state.round };
  return { last: range.first, round: state.last === null ? state.round : state.round + 1 };
}
