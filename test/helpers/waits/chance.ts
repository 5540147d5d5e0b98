/** Seeded random numbers: the same seed gives the same month. */
export interface Chance {
  /** At least 0 and below 1. */
  next(): number;
  /** True with this probability. */
  hits(share: number): boolean;
  between(from: number, to: number): number;
  /** Log-normal with this mean; `sigma` is the deviation of the logarithm. */
  spread(mean: number, sigma: number): number;
  /** Exponential time to the next event at this rate. */
  untilNext(rate: number): number;
}

/** mulberry32 */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    hits: (share) => next() < share,
    between: (from, to) => from + next() * (to - from),
    spread: (mean, sigma) => mean * Math.exp(sigma * normal() - (sigma * sigma) / 2),
    untilNext: (rate) => -Math.log(1 - next()) / rate,
  };
}
