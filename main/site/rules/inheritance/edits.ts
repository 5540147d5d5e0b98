/** Site edits that inheritance causes, collected before they are applied. */
import type { SiteSetup } from '../../contract/site.ts';
import { itemsOf } from '../site-items.ts';
import { keyOf } from './counterparts.ts';
import type { FollowCollection, Thing } from './followed-fields.ts';

export interface FollowEdit {
  readonly collection: FollowCollection;
  readonly id: string;
  /** The inheriting location of the item. */
  readonly location: string;
}

export class FollowEdits {
  readonly #file: SiteSetup;
  /** Null: deleted. */
  readonly #now = new Map<string, Thing | null>();
  readonly #edits = new Map<string, FollowEdit>();
  readonly #names = new Set<FollowCollection>();

  constructor(file: SiteSetup) {
    this.#file = file;
  }

  get all(): readonly FollowEdit[] {
    return [...this.#edits.values()];
  }

  /** The item with the edits applied. */
  find(collection: FollowCollection, id: string): Thing | undefined {
    const now = this.#now.get(keyOf(collection, id));
    if (now !== undefined) return now ?? undefined;
    return itemsOf(collection, this.#file[collection] as never).byId(id) as Thing | undefined;
  }

  isAdded(collection: FollowCollection, id: string): boolean {
    return this.#now.has(keyOf(collection, id));
  }

  put(collection: FollowCollection, location: string, thing: Thing): void {
    this.#set(collection, location, thing.id, thing);
  }

  remove(collection: FollowCollection, location: string, id: string): void {
    this.#set(collection, location, id, null);
  }

  /** Deleted items. */
  get gone(): readonly FollowEdit[] {
    return this.all.filter(({ collection, id }) => this.#now.get(keyOf(collection, id)) === null);
  }

  /** The site with all edits; the same object if there are none. */
  done(): SiteSetup {
    if (this.#edits.size === 0) return this.#file;
    const lists = [...this.#names].map((name) => {
      const left = new Map<string, Thing | null>();
      for (const { collection, id } of this.#edits.values()) {
        if (collection === name) left.set(id, this.#now.get(keyOf(name, id)) ?? null);
      }
      const list = (this.#file[name] as unknown as readonly Thing[]).flatMap((item) => {
        const now = left.get(item.id);
        left.delete(item.id);
        if (now === null) return [];
        return [now ?? item];
      });
      return [name, [...list, ...[...left.values()].filter((item) => item !== null)]] as const;
    });
    return { ...this.#file, ...Object.fromEntries(lists) };
  }

  #set(collection: FollowCollection, location: string, id: string, thing: Thing | null): void {
    const key = keyOf(collection, id);
    this.#now.set(key, thing);
    this.#edits.set(key, { collection, id, location });
    this.#names.add(collection);
  }
}
