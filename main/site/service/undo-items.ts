/**
 * Values before a site change, and the site with them restored.
 *
 * A changed item keeps only its changed fields, so that an undo leaves later changes of other fields alone. New values
 * are kept as hashes.
 */

import { isSame } from '../../lib/deep-equal.ts';
import { listDifference } from '../../lib/lists.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import { SETUP_COLLECTIONS, type SetupCollection, type SiteSetup } from '../contract/site.ts';
import type { UndoDraft } from '../operations/site-changes.ts';
import { revisionOf } from './revision.ts';
import { plainItem } from './stored-site.ts';

type Fields = Readonly<Record<string, unknown>>;
type Thing = Fields & { readonly id: string };
type UndoPart = SetupCollection | 'settings';

type UndoItem = { readonly part: UndoPart; readonly id: string } & (
  | { readonly kind: 'added'; readonly after: string }
  | { readonly kind: 'removed'; readonly before: Thing }
  /** An absent `before` means that the item had no such field. */
  | {
      readonly kind: 'changed';
      readonly fields: Readonly<Record<string, { readonly before?: unknown; readonly after: string }>>;
    }
);

/** Maximum characters of a change: larger ones, such as a whole site of many locations, cannot be undone. */
const MAX_LETTERS = 8_000_000;

/** Collections whose items own a password, PIN or key. */
const WITH_SECRETS: ReadonlySet<UndoPart> = new Set(['users', 'devices', 'webhooks', 'report_keys']);

/** Null if the change has no effect on items, or is too large. */
export function* undoDraft(before: SiteSetup, after: SiteSetup): SlicedWork<UndoDraft | null> {
  const lines: string[] = [];
  let letters = 0;
  let losesSecrets = false;
  for (const item of undoItems(before, after)) {
    yield;
    if (item === null) continue;
    losesSecrets ||= item.kind === 'removed' && WITH_SECRETS.has(item.part);
    const line = JSON.stringify(item);
    letters += line.length + 1;
    if (letters > MAX_LETTERS) return null;
    lines.push(line);
  }
  return lines.length === 0 ? null : { items: lines.join('\n'), count: lines.length, losesSecrets };
}

/** Null for an item without a difference. */
function* undoItems(before: SiteSetup, after: SiteSetup): Generator<UndoItem | null, void, void> {
  for (const part of SETUP_COLLECTIONS) {
    const { gone, fresh } = listDifference<Thing>(thingsOf(before, part), thingsOf(after, part));
    const old = new Map(gone.map((item) => [item.id, item]));
    for (const { item } of fresh) {
      const was = old.get(item.id);
      old.delete(item.id);
      if (was !== undefined) yield changedItem(part, item.id, was, item);
      else yield { part, id: item.id, kind: 'added', after: revisionOf(plainItem(item)) };
    }
    for (const [id, was] of old) yield { part, id, kind: 'removed', before: plainItem(was) };
  }
  yield changedItem('settings', 'settings', { ...before.settings }, { ...after.settings });
}

function changedItem(part: UndoPart, id: string, was: Fields, is: Fields): UndoItem | null {
  const [old, now] = [plainItem(was), plainItem(is)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => !isSame(old[name], now[name]),
  );
  if (names.length === 0) return null;
  const fields = names.map((name) => {
    const after = hashOf(now[name]);
    return [name, old[name] === undefined ? { after } : { before: old[name], after }] as const;
  });
  return { part, id, kind: 'changed', fields: Object.fromEntries(fields) };
}

export interface RestoredSite {
  readonly file: SiteSetup;
  /** Values that have changed since, as `services(passports).name: …`; they stay out of the site. */
  readonly changed: readonly string[];
  /** Restored and present version of each item; undefined: deleted. */
  readonly items: readonly {
    readonly part: UndoPart;
    readonly was: Thing | undefined;
    readonly is: Thing | undefined;
  }[];
}

/** The site with the values before a change. It is not validated. */
export function* restoredSite(file: SiteSetup, items: string): SlicedWork<RestoredSite> {
  const changed: string[] = [];
  const touched: RestoredSite['items'][number][] = [];
  const next: Record<string, unknown> = { ...file };
  const byPart = new Map<UndoPart, UndoItem[]>();
  for (const line of items.split('\n')) {
    yield;
    const item = parseJson(line) as UndoItem;
    const others = byPart.get(item.part);
    if (others === undefined) byPart.set(item.part, [item]);
    else others.push(item);
  }
  for (const [part, those] of byPart) {
    const now = new Map<string, Thing>(part === 'settings' ? [] : thingsOf(file, part).map((each) => [each.id, each]));
    if (part === 'settings') now.set('settings', { ...file.settings } as unknown as Thing);
    for (const item of those) {
      yield;
      const was = now.get(item.id);
      const is = restoredItem(item, was, changed);
      touched.push({ part, was, is });
      if (is === undefined) now.delete(item.id);
      else now.set(item.id, is);
    }
    next[part] = part === 'settings' ? now.get('settings') : [...now.values()];
  }
  return { file: next as unknown as SiteSetup, changed, items: touched };
}

function restoredItem(item: UndoItem, now: Thing | undefined, changed: string[]): Thing | undefined {
  const path = item.part === 'settings' ? 'settings' : `${item.part}(${item.id})`;
  if (item.kind === 'removed') {
    if (now !== undefined) changed.push(`${path}: has been added again since`);
    return item.before;
  }
  if (now === undefined) {
    changed.push(`${path}: has been deleted since`);
    return undefined;
  }
  if (item.kind === 'added') {
    if (revisionOf(plainItem(now)) !== item.after) changed.push(`${path}: has been changed since`);
    return undefined;
  }
  const fields: Record<string, unknown> = { ...now };
  for (const [name, { before, after }] of Object.entries(item.fields)) {
    if (hashOf(now[name]) !== after) changed.push(`${path}.${name}: has been changed since`);
    if (before === undefined) delete fields[name];
    else fields[name] = before;
  }
  return fields as Thing;
}

function thingsOf(file: SiteSetup, part: SetupCollection): readonly Thing[] {
  return file[part] as unknown as readonly Thing[];
}

function hashOf(value: unknown): string {
  return revisionOf(value ?? null);
}
