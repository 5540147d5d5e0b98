/** Chance that can be repeated: the same seed and number throw the same dice. */
export interface Dice {
  /** 0 to n - 1 */
  below(n: number): number;
  chance(probability: number): boolean;
  /** One of them; there must be one. */
  pick<T>(from: readonly T[]): T;
}

export function dice(seed: number, number: number): Dice {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) >>> 0;
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n: number): number => Math.floor(next() * n);
  return {
    below,
    chance: (probability) => next() < probability,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new RangeError('There is nothing to pick from.');
      return from[below(from.length)] as T;
    },
  };
}
