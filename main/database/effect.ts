/**
 * Effects: one text of an operation for synchronous and asynchronous engines.
 *
 * One text of an operation for synchronous and asynchronous engines. An operation is a generator that says `yield*` to
 * each verb of `rows/`. An engine that has its answer at once gives `atOnce(answer)`, and nothing is ever handed out;
 * one that has to wait hands out promises, and goes on when they are settled.
 */

/** What a verb gives: the answer, perhaps after promises that somebody has to wait for. */
export type Effect<T> = Iterable<Promise<unknown>, T, unknown>;

/** Several steps, one after the other: an operation, or a part of one. */
export type Effects<T> = Generator<Promise<unknown>, T, unknown>;

/** An answer that is there already. Small, because an operation asks for several of them in some microseconds. */
class Answer<T> implements Effect<T>, Iterator<never, T, unknown> {
  readonly done = true;
  readonly value: T;

  constructor(value: T) {
    this.value = value;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): { readonly done: true; readonly value: T } {
    return this;
  }
}

export function atOnce<T>(value: T): Effect<T> {
  return new Answer(value);
}

/** The answer of a verb that only does something. */
export const DONE: Effect<void> = atOnce(undefined);

/** Runs all of it now, on an engine that answers at once. */
export function finish<T>(steps: Effect<T>): T {
  const { done, value } = steps[Symbol.iterator]().next();
  if (done !== true) throw new Error('This engine answers at once, and something is being waited for.');
  return value;
}
