/** Immutable map with cheap changed copies. */

/** With more than this on top, all of it is laid together anew. */
const MAX_ON_TOP = 1_000;

export class LayeredMap<Key, Value extends object> {
  readonly #base: ReadonlyMap<Key, Value>;
  /** Undefined: taken away. */
  readonly #top: ReadonlyMap<Key, Value | undefined>;

  constructor(base: ReadonlyMap<Key, Value>, top: ReadonlyMap<Key, Value | undefined> = new Map()) {
    this.#base = base;
    this.#top = top;
  }

  get(key: Key): Value | undefined {
    if (this.#top.size === 0) return this.#base.get(key);
    const changed = this.#top.get(key);
    return changed !== undefined || this.#top.has(key) ? changed : this.#base.get(key);
  }

  /** The later of two changes of the same key holds; undefined takes it away. */
  with(changes: readonly (readonly [Key, Value | undefined])[]): LayeredMap<Key, Value> {
    if (changes.length === 0) return this;
    if (this.#top.size + changes.length <= MAX_ON_TOP) {
      return new LayeredMap(this.#base, new Map([...this.#top, ...changes]));
    }
    const whole = new Map(this.#base);
    for (const layer of [this.#top, changes]) {
      for (const [key, value] of layer) {
        if (value === undefined) whole.delete(key);
        else whole.set(key, value);
      }
    }
    return new LayeredMap(whole);
  }
}
