/**
 * Unsaved changes.
 *
 * A draft outlives its screen. A user who saves later than a colleague sees the changes of both.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Item, isSame } from './item.ts';

export interface Draft {
  /** The item when the first change was made; null for a new item. */
  readonly base: Item | null;
  readonly value: Item;
}

export interface Drafts {
  readonly all: ReadonlySignal<ReadonlyMap<string, Draft>>;
  readonly count: ReadonlySignal<number>;
  get(key: string): Draft | undefined;
  /** Stores the draft, or drops it if it changes nothing. */
  put(key: string, draft: Draft): void;
  drop(key: string): void;
  clear(): void;
}

export function createDrafts(): Drafts {
  const all = signal<ReadonlyMap<string, Draft>>(new Map());
  const drop = (key: string): void => {
    const rest = new Map(all.value);
    if (rest.delete(key)) all.value = rest;
  };
  return {
    all,
    count: computed(() => all.value.size),
    get: (key) => all.value.get(key),
    put(key, draft) {
      if (draft.base !== null && isSame(draft.base, draft.value)) drop(key);
      else all.value = new Map(all.value).set(key, draft);
    },
    drop,
    clear: () => {
      all.value = new Map();
    },
  };
}

export interface Meeting {
  /** My changes merged into theirs; mine wins where both changed a field. */
  readonly value: Item;
  /** Fields that only the other user changed. */
  readonly theirs: readonly string[];
  /** Fields that both changed to different values. */
  readonly both: readonly string[];
}

/** Fields that differ between two versions of an item. */
export function fieldsBetween(before: Item, now: Item): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (field) => !isSame(before[field], now[field]),
  );
}

/** Merges a draft with the version that another user saved meanwhile. */
export function meet({ base, value }: Draft, now: Item): Meeting {
  const before = base ?? {};
  const merged: Record<string, unknown> = { ...now };
  const theirs: string[] = [];
  const both: string[] = [];
  for (const field of new Set([...Object.keys(before), ...Object.keys(value), ...Object.keys(now)])) {
    const iChanged = !isSame(before[field], value[field]);
    const theyChanged = !isSame(before[field], now[field]);
    if (iChanged) {
      if (value[field] === undefined) delete merged[field];
      else merged[field] = value[field];
    }
    if (!theyChanged || isSame(value[field], now[field])) continue;
    (iChanged ? both : theirs).push(field);
  }
  return { value: merged, theirs, both };
}
