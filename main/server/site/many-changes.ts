/** Changes of many things of the site at once: they can be looked at first, and are done whole or not at all. */
import { fail, ok, type Result } from '../../contract/result.ts';
import type { SiteSetup } from '../../contract/site.ts';
import { beyondBranch, branchBounds } from '../../core/branch-bounds.ts';
import { letterFault } from '../../core/letter-fault.ts';
import { type Difference, differences } from '../../core/many/differences.ts';
import { parseSite, setupOf } from '../../core/site.ts';
import type { Refusal } from '../refusal.ts';
import { CHANGED_MEANWHILE, invalidSite, lockOut } from './edit-site.ts';
import { OutOfBounds } from './out-of-bounds.ts';
import { revisionOf } from './revision.ts';
import type { SiteEditor, SiteHolder } from './site-holder.ts';

export interface ManyChanges {
  readonly changes: readonly Difference[];
  /** Another one as soon as something else would be done. */
  readonly token: string;
}

/** What somebody wants of the site as it is; it is asked again when the site has changed. */
export type Wish = (file: SiteSetup) => Result<object, Refusal>;

/** What would be done. Throws `OutOfBounds` for what the editor may not do. */
export function foresee(file: SiteSetup, wish: Wish, by: SiteEditor): Result<ManyChanges, Refusal> {
  const wanted = wish(file);
  if (!wanted.ok) return wanted;
  const parsed = parseSite(wanted.value, undefined, file);
  if (!parsed.ok) return fail(invalidSite(named(parsed.error, wanted.value)));
  const after = setupOf(parsed.value);
  const lost = lockOut(file, after);
  if (lost !== null) return fail(lost);
  const letter = letters(file, after);
  if (letter !== null) return fail(invalidSite([letter]));
  const bounds = by.kind === 'user' && by.isFree !== true ? branchBounds(file, by.id) : null;
  const beyond = bounds === null ? null : beyondBranch(file, after, bounds);
  if (beyond !== null) throw new OutOfBounds(beyond);
  const changes = differences(file, after);
  return ok({ changes, token: revisionOf(changes) });
}

/** @param token of what was looked at; empty: whatever it is. 7 when it would be something else by now. */
export async function changeMany(
  sites: SiteHolder,
  wish: Wish,
  by: SiteEditor,
  token: string,
): Promise<Result<ManyChanges, Refusal>> {
  let last: Result<ManyChanges, Refusal> = ok({ changes: [], token: '' });
  const changed = await sites.change(({ file }) => {
    last = foresee(file, wish, by);
    if (!last.ok) return null;
    if (token !== '' && token !== last.value.token) {
      last = fail(CHANGED_MEANWHILE);
      return null;
    }
    const wanted = wish(file);
    return wanted.ok ? wanted.value : null;
  }, by);
  return changed.ok ? last : fail(invalidSite(changed.error));
}

/** Asked of what is new or other, as the editor of one service asks it. */
function letters(before: SiteSetup, after: SiteSetup): string | null {
  if (before.services === after.services) return null;
  const old = new Map(before.services.map((service) => [service.id, service]));
  for (const service of after.services) {
    const was = old.get(service.id);
    if (was === service) continue;
    const fault = letterFault(service, after.services, was);
    if (fault !== null) return `services(${service.id}).tag: ${fault}`;
  }
  return null;
}

/** Things by their ids instead of their places in a list that nobody sent. */
function named(faults: readonly string[], file: object): readonly string[] {
  return faults.map((fault) =>
    fault.replace(/^(\w+)\[(\d+)\]/, (place, name: string, index: string) => {
      const items = (file as Readonly<Record<string, unknown>>)[name];
      const id = Array.isArray(items) ? items[Number(index)]?.id : undefined;
      return typeof id === 'string' ? `${name}(${id})` : place;
    }),
  );
}
