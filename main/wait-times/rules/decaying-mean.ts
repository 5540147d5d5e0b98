/** A mean in which what came lately counts most. */
export interface Mean {
  readonly mean: number;
  /** How many it stands on, the older ones counting less. */
  readonly weight: number;
}

export const NOTHING_YET: Mean = { mean: 0, weight: 0 };

/** @param keep what each older one still counts: 0.9 forgets half of everything after seven. */
export function withOne(known: Mean, value: number, keep: number): Mean {
  const weight = known.weight * keep + 1;
  return { mean: known.mean + (value - known.mean) / weight, weight };
}

/** What is known here, and as far as that is little, what is known elsewhere, as if it were `trust` more of them. */
export function leaningOn(known: Mean, other: number, trust: number): number {
  return (known.mean * known.weight + other * trust) / (known.weight + trust);
}
