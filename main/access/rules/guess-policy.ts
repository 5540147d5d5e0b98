/**
 * Guessable secrets, with the number of wrong guesses allowed for each.
 *
 * The limits of servers and kiosks in one table.
 */

/** Wrong guesses per minute. Above the limit, right guesses are refused too. */
export interface WindowPolicy {
  /** Limit per caller and address. */
  readonly own: number;
  /** Limit per caller at all addresses, per address and per location. */
  readonly shared: number;
  /**
   * Limit for all callers without a key at one address. Null: without a key they can read the data without guessing.
   */
  readonly withoutKey: number | null;
}

export const WINDOW_MS = 60_000;

/**
 * Limits enforced by servers. Visitors often hold a wrong card to the reader again, and the next visitor must not wait.
 */
export const GUESS_WINDOWS = {
  card: { own: 10, shared: 30, withoutKey: null },
  /** Every visitor shows a card, and most cards match no rule. Several kiosks without keys can share one address. */
  'card-rule': { own: 20, shared: 120, withoutKey: 120 },
  appointment: { own: 10, shared: 30, withoutKey: null },
  username: { own: 10, shared: 30, withoutKey: null },
  'pairing-code': { own: 10, shared: 30, withoutKey: null },
  'pairing-secret': { own: 30, shared: 60, withoutKey: 30 },
  /** Each request counts, because each answer is the same. */
  'password-reset': { own: 5, shared: 20, withoutKey: 5 },
  'reset-token': { own: 5, shared: 5, withoutKey: 5 },
  ticket: { own: 5, shared: 5, withoutKey: 5 },
} as const satisfies Readonly<Record<string, WindowPolicy>>;

/** Limit for codes typed at one kiosk, for all its visitors together. */
export const TYPED_CODES = { own: 5 } as const;

/** Passwords are delayed instead of refused, so that no stranger can lock an account. */
export const PASSWORD_POLICY = {
  /** Delay before the next guess for a name, by the number of recent wrong guesses. */
  pausesMs: [0, 0, 0, 250, 500, 1_000, 2_000, 4_000],
  /** Wrong guesses in a row from one address, for any names. */
  addressBudget: 20,
  /** Time after which the address regains one guess. */
  budgetEveryMs: 3_000,
  /** Wrong guesses expire after this time without another one. */
  forgetMs: 15 * 60_000,
} as const;

/** PIN of an operator panel: the delay doubles with each wrong PIN, and a right PIN resets it. */
export const PANEL_PIN_POLICY = { free: 2, firstMs: 30_000, maxMs: 3_600_000 } as const;
