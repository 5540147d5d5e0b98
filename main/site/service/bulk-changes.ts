/**
 * Atomic bulk changes of the site, with preview.
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
  /** Those of them that inheritance causes. */
  readonly following: readonly ItemDifference[];
  /** Differs as soon as the result differs. */
  readonly token: string;
}

/** Computes the wanted site from the current one; called again if the site has changed. */
export type SiteEdit = (file: SiteSetup) => Result<object, Refusal> | Promise<Result<object, Refusal>>;

/** Preview of a change with its effects on inheriting locations. 105 if its author lacks permission. */
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
  const letter = lettersRefusal(file, after);
  if (letter !== null) return fail(letter);
  const bounds = by.kind === 'user' && by.isFree !== true ? branchBounds(file, by.id) : null;
  const beyond = bounds === null ? null : beyondBranch(file, after, bounds);
  if (beyond !== null) return fail(siteRefusal(forbidden(beyond)));
  const whole = await followedSite(store, file, after);
  if (!whole.ok) return fail(invalidSite(whole.error));
  return ok(await inSlices(changesOf(file, whole.value)));
}

/** Differences between the current site and the result. */
export function* changesOf(before: SiteSetup, { file, edits }: FollowedSite): SlicedWork<ManyChanges> {
  const changes = yield* differences(before, file);
  const follow = new Set(edits.map(itemKey));
  const following = changes.filter((change) => follow.has(itemKey(change)));
  return { changes, following, token: yield* revisionOfAll(changes) };
}

/** @param token of the preview; empty: apply any result. 7 if the result differs from the preview. */
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

/** Letter check of new and changed services, like in the editor of a single service. */
export function lettersRefusal(before: SiteSetup, after: SiteSetup): Refusal | null {
  if (before.services === after.services) return null;
  const old = new Map(before.services.map((service) => [service.id, service]));
  const alike = lettersAlike(after.services);
  for (const service of after.services) {
    const was = old.get(service.id);
    if (was === service) continue;
    const fault = letterFault(service, alike(service), was);
    if (fault !== null) return invalidSite([`services(${service.id}).tag: ${fault}`]);
  }
  return null;
}
