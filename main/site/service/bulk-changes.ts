/**
 * Atomic bulk changes of the site, with preview.
 *
 * They can be looked at first, and are done whole or not at all.
 */

import { inSlices } from '../../lib/jobs/work-slices.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import type { Store } from '../../store/contract/store.ts';
import type { SiteSetup } from '../contract/site.ts';
import { itemKey } from '../operations/site-changes.ts';
import { beyondBranch, branchBounds } from '../rules/branch-bounds.ts';
import { differences, type ItemDifference } from '../rules/bulk-edit/differences.ts';
import { letterFault, lettersAlike } from '../rules/letter-fault.ts';
import { setupOf, siteSteps } from '../rules/site.ts';
import { type FollowedSite, followedSite } from './apply-inheritance.ts';
import { CHANGED_MEANWHILE, lockOut } from './edit-site.ts';
import { revisionOfAll } from './revision.ts';
import { forbidden, invalidSite, named, siteRefusal } from './site-fault.ts';
import type { SiteEditor, SiteHolder } from './site-holder.ts';

export interface ManyChanges {
  readonly changes: readonly ItemDifference[];
  /** Of these, what comes of following. */
  readonly following: readonly ItemDifference[];
  /** Another one as soon as something else would be done. */
  readonly token: string;
}

/** What somebody wants of the site as it is; it is asked again when the site has changed. */
export type SiteEdit = (file: SiteSetup) => Result<object, Refusal> | Promise<Result<object, Refusal>>;

/** What would be done, also where locations follow others. 105 for a change that its editor has no rights for. */
export async function previewChange(
  store: Store,
  file: SiteSetup,
  wish: SiteEdit,
  by: SiteEditor,
): Promise<Result<ManyChanges, Refusal>> {
  const wanted = await wish(file);
  if (!wanted.ok) return wanted;
  const parsed = await inSlices(siteSteps(wanted.value, undefined, file));
  if (!parsed.ok) return fail(invalidSite(named(parsed.error, wanted.value)));
  const after = setupOf(parsed.value);
  const lost = lockOut(file, after);
  if (lost !== null) return fail(lost);
  const letter = letters(file, after);
  if (letter !== null) return fail(invalidSite([letter]));
  const bounds = by.kind === 'user' && by.isFree !== true ? branchBounds(file, by.id) : null;
  const beyond = bounds === null ? null : beyondBranch(file, after, bounds);
  if (beyond !== null) return fail(siteRefusal(forbidden(beyond)));
  const whole = await followedSite(store, file, after);
  if (!whole.ok) return fail(invalidSite(whole.error));
  return ok(await inSlices(changesOf(file, whole.value)));
}

/** Between a site and what is to become of it. */
export function* changesOf(before: SiteSetup, { file, edits }: FollowedSite): SlicedWork<ManyChanges> {
  const changes = yield* differences(before, file);
  const follow = new Set(edits.map(itemKey));
  const following = changes.filter((change) => follow.has(itemKey(change)));
  return { changes, following, token: yield* revisionOfAll(changes) };
}

/** @param token of what was looked at; empty: whatever it is. 7 when it would be something else by now. */
export async function changeMany(
  { sites, store }: { readonly sites: SiteHolder; readonly store: Store },
  wish: SiteEdit,
  by: SiteEditor,
  token: string,
): Promise<Result<ManyChanges, Refusal>> {
  let last: Result<ManyChanges, Refusal> = ok({ changes: [], following: [], token: '' });
  const changed = await sites.change(async ({ file }) => {
    last = await previewChange(store, file, wish, by);
    if (!last.ok) return null;
    if (token !== '' && token !== last.value.token) {
      last = fail(CHANGED_MEANWHILE);
      return null;
    }
    const wanted = await wish(file);
    return wanted.ok ? wanted.value : null;
  }, by);
  return changed.ok ? last : fail(siteRefusal(changed.error));
}

/** Asked of what is new or other, as the editor of one service asks it. */
function letters(before: SiteSetup, after: SiteSetup): string | null {
  if (before.services === after.services) return null;
  const old = new Map(before.services.map((service) => [service.id, service]));
  const alike = lettersAlike(after.services);
  for (const service of after.services) {
    const was = old.get(service.id);
    if (was === service) continue;
    const fault = letterFault(service, alike(service), was);
    if (fault !== null) return `services(${service.id}).tag: ${fault}`;
  }
  return null;
}
