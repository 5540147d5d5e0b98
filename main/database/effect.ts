/**
 * Effects: one source of an operation for synchronous and asynchronous engines.
 *
 * An operation is a generator that uses `yield*` for each verb of `rows/`. A synchronous engine returns
 * `atOnce(answer)` and never yields. An asynchronous engine yields promises and continues when they are settled.
 */

/** Result of a verb, possibly after promises to await. */
export type Effect<T> = Iterable<Promise<unknown>, T, unknown>;

/** A sequence of steps: an operation, or a part of one. */
export type Effects<T> = Generator<Promise<unknown>, T, unknown>;

/** A result that is available at once. Kept small, because an operation reads several within microseconds. */
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

/** Result of a verb without a value. */
export const DONE: Effect<void> = atOnce(undefined);

/** Runs all steps now, on a synchronous engine. */
export function finish<T>(steps: Effect<T>): T {
  const { done, value } = steps[Symbol.iterator]().next();
  if (done !== true) throw new Error('An operation of the synchronous engine returned an unfinished effect.');
  return value;
}
