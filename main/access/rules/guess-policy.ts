/**
 * Guessable secrets, with the number of wrong guesses allowed for each.
 *
 * The limits of servers and kiosks in one table.
 */

/** So many wrong guesses a minute; more are refused, right ones too. */
export interface WindowPolicy {
  /** Of one caller at one address. */
  readonly own: number;
  /** Of a caller at all addresses, of an address and of a location. */
  readonly shared: number;
  /** Of all callers without a key at one address; null where they may read at once what others have to guess. */
  readonly withoutKey: number | null;
}

export const WINDOW_MS = 60_000;

/** Guesses that a server refuses. A wrong card is often held there again, and the next visitor must not have to wait for that. */
export const GUESS_WINDOWS = {
  card: { own: 10, shared: 30, withoutKey: null },
  /** Each visitor shows a card, and most are in no rule. Several kiosks without keys may have one address. */
  'card-rule': { own: 20, shared: 120, withoutKey: 120 },
  appointment: { own: 10, shared: 30, withoutKey: null },
  username: { own: 10, shared: 30, withoutKey: null },
  'pairing-code': { own: 10, shared: 30, withoutKey: null },
  'pairing-secret': { own: 30, shared: 60, withoutKey: 30 },
  ticket: { own: 5, shared: 5, withoutKey: 5 },
} as const satisfies Readonly<Record<string, WindowPolicy>>;

/** Codes that are typed at one kiosk, by whichever visitor. */
export const TYPED_CODES = { own: 5 } as const;

/** Passwords wait for their turn instead of being refused, so that no stranger locks an account. */
export const PASSWORD_POLICY = {
  /** Before the next guess for a name, by how many were wrong lately. */
  pausesMs: [0, 0, 0, 250, 500, 1_000, 2_000, 4_000],
  /** Wrong guesses in a row of one address, for whichever names. */
  addressBudget: 20,
  /** One of them comes back in this time. */
  budgetEveryMs: 3_000,
  /** Wrong guesses are forgotten when none has come for so long. */
  forgetMs: 15 * 60_000,
} as const;

/** The PIN of an operator panel: the wait doubles with each wrong one, and a right one ends it. */
export const PANEL_PIN_POLICY = { free: 2, firstMs: 30_000, maxMs: 3_600_000 } as const;
