/** Undo of a site change, with the same checks as a new change. */

import { inSlices } from '../../lib/jobs/work-slices.ts';
import { codedRefusal, type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { Store } from '../../store/contract/store.ts';
import type { SiteSetup } from '../contract/site.ts';
import { beyondBranch, branchBounds } from '../rules/branch-bounds.ts';
import { lettersRefusal } from './bulk-changes.ts';
import { inUse, lockOut } from './edit-site.ts';
import { openWork } from './open-work.ts';
import { forbidden, invalidSite, named, siteRefusal } from './site-fault.ts';
import type { SiteEditor, SiteHolder } from './site-holder.ts';
import { type RestoredSite, restoredSite } from './undo-items.ts';

/** Maximum number of changed values that a refusal names. */
const MAX_NAMED = 100;

interface Undoing {
  readonly sites: SiteHolder;
  readonly store: Store;
  readonly ownDevices: readonly string[];
  readonly now: number;
  /** Refusal if the restored items could reveal hidden ones to the author. */
  readonly guess: (items: RestoredSite['items']) => Refusal | null;
}

export interface UndoneItems {
  readonly count: number;
  /** Whether restored items lack their password, PIN or key. */
  readonly lacksSecrets: boolean;
}

/** 6 for an unknown, old or undone change; 7 if a value has changed since, or an added item is in use. */
export async function undoChange(
  changeId: string,
  by: SiteEditor,
  { sites, store, ownDevices, now, guess }: Undoing,
): Promise<Result<UndoneItems, Refusal>> {
  const record = await store.query('siteUndo', { changeId, now });
  if (record === null) return refuse(ERRNO.notFound, 'change_id');
  let refusal: Refusal | null = null;
  let next: object = {};
  const changed = await sites.change(
    async (site) => {
      const restored = await inSlices(restoredSite(site.file, record.items));
      next = restored.file;
      refusal = refusalOf(site.file, restored, by) ?? guess(restored.items);
      const busy = refusal === null ? await openWork(store, site, restored.file, ownDevices) : [];
      if (busy.length > 0) refusal = inUse(busy);
      return refusal === null ? restored.file : null;
    },
    by,
    'stay',
    { changeId, at: record.at },
  );
  if (refusal !== null) return fail(refusal);
  if (!changed.ok) return fail(siteRefusal(changed.error, (faults) => invalidSite(named(faults, next))));
  return ok({ count: record.count, lacksSecrets: record.losesSecrets });
}

/** The author's permissions come first, so that a refusal names no hidden item. */
function refusalOf(before: SiteSetup, { file, changed }: RestoredSite, by: SiteEditor): Refusal | null {
  const bounds = by.kind === 'user' && by.isFree !== true ? branchBounds(before, by.id) : null;
  const beyond = bounds === null ? null : beyondBranch(before, file, bounds);
  if (beyond !== null) return siteRefusal(forbidden(beyond));
  if (changed.length > 0) return codedRefusal('changed_since', { faults: changed.slice(0, MAX_NAMED) });
  return lockOut(before, file) ?? lettersRefusal(before, file);
}
