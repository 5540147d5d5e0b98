/** REST operations for copying a location and for inheritance (extension). */

import type { GuessLimits } from '../../access/service/guess-limits.ts';
import { refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { backOffice, cardGuess, ofBranch, officeFile, unseen } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { CHANGE_THING, COPY_BRANCH, RESET_TO_MODEL } from '../contract/endpoints.ts';
import {
  ChangeThingAnswer,
  ChangeThingParameters,
  CopyBranchParameters,
  LikeModelParameters,
  ManyAnswer,
} from '../contract/rest/bulk-edit.ts';
import { copyBranch } from '../rules/bulk-edit/copy-branch.ts';
import type { ItemDifference } from '../rules/bulk-edit/differences.ts';
import { resetToParent } from '../rules/inheritance/reset-to-parent.ts';
import type { SiteEdit } from '../service/bulk-changes.ts';
import { CHANGED_MEANWHILE, ID_TAKEN, inUse, isOld } from '../service/edit-site.ts';
import { bookings, workAt } from '../service/open-work.ts';
import { isForbidden } from '../service/site-fault.ts';
import type { SiteHolder } from '../service/site-holder.ts';
import { look, lookOrDo, objectIn, type PreviewResult, told } from './bulk-edit.ts';

interface ModelServices {
  readonly guesses: GuessLimits;
  readonly ownDevices: readonly string[];
  readonly sites: SiteHolder;
}

const copy = ({ sites }: ModelServices) =>
  operation({
    name: 'admin_copy_location',
    area: 'admin',
    summary:
      'Copies a location with its groups, services, desks and devices, under new ids. Users, keys, PINs and printer addresses are not copied. Without `apply` it returns a preview.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude],
    isHeavy: true,
    endpoint: COPY_BRANCH,
    ...backOffice,
    parameters: CopyBranchParameters,
    answer: ManyAnswer,
    async handle({ location, id, name, follow, ...asked }, context): PreviewResult {
      const wish: SiteEdit = (file) => {
        const parts = copyBranch(file, location, { id, name, follow });
        if (parts === null) return refuse(ERRNO.notFound, 'location');
        const added: Record<string, unknown> = { ...file };
        for (const [collection, items] of Object.entries(parts) as [keyof typeof parts, readonly { id: string }[]][]) {
          const known = new Set(file[collection].map((item) => item.id));
          const taken = items.find((item) => known.has(item.id));
          if (taken !== undefined) {
            const faults = [`${collection}(${taken.id}): an item with this id already exists`];
            return fail({ ...ID_TAKEN, faults });
          }
          added[collection] = [...file[collection], ...items];
        }
        return ok(added);
      };
      return look(wish, asked, { ...context, sites });
    },
  });

const asModel = ({ sites }: ModelServices) =>
  operation({
    name: 'admin_reset_to_parent',
    area: 'admin',
    summary:
      'Resets a location to its parent location: all of it, one item or one field. Without `apply` it returns a preview.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude],
    isHeavy: true,
    endpoint: RESET_TO_MODEL,
    ...ofBranch,
    parameters: LikeModelParameters,
    answer: ManyAnswer,
    async handle({ location, collection, id, field, ...asked }, context): PreviewResult {
      if (!officeFile({ ...context, sites }).locations.some((each) => each.id === location))
        return refuse(ERRNO.notFound, 'location');
      const wish: SiteEdit = (file) => {
        const like = resetToParent(file, location, { collection, id, field });
        return like === null ? refuse(ERRNO.notFound, 'location') : ok(like);
      };
      return look(wish, asked, { ...context, sites });
    },
  });

const NONE: ChangeThingAnswer['branches'] = { lose: 0, close: 0, keep: 0 };
/** Maximum size: a display with its media names, a service in all languages. */
const MAX_BYTES = 4_000_000;

const changeThing = ({ guesses, ownDevices, sites }: ModelServices) =>
  operation({
    name: 'admin_change_item',
    area: 'admin',
    summary:
      'Adds, changes or deletes one item, also at the locations that inherit it. Without `apply` it returns a preview; pass its `token` to apply exactly that.',
    errnos: [ERRNO.notFound, ERRNO.cannotConclude],
    endpoint: CHANGE_THING,
    ...ofBranch,
    parameters: ChangeThingParameters,
    mostBytes: MAX_BYTES,
    answer: ChangeThingAnswer,
    async handle({ collection, id, item, revision, ...asked }, context) {
      const hidden = unseen({ ...context, sites }, collection, id);
      if (hidden !== null) return fail(hidden);
      const goes = item === '';
      const busy = goes ? await workAt(collection, id, { sites, store: context.store, ownDevices }) : null;
      if (busy !== null) return fail(busy);
      const given = goes ? null : objectIn(item);
      if (!goes && given === null) return refuse(ERRNO.invalidParameters, 'item');
      const guess =
        collection === 'devices' && given !== null ? cardGuess({ ...context, guesses, sites }, given) : null;
      if (guess !== null) return fail(guess);
      const wish: SiteEdit = (file) => {
        const things: readonly { readonly id: string }[] = file[collection];
        const place = things.findIndex((thing) => thing.id === id);
        if (place < 0 && (goes || revision !== '')) return refuse(ERRNO.notFound, 'id');
        if (place >= 0 && isOld(things[place], revision)) return fail(CHANGED_MEANWHILE);
        const others = place < 0 ? things : things.toSpliced(place, 1);
        const at = place < 0 ? others.length : place;
        return ok({
          ...file,
          [collection]: goes ? others : [...others.slice(0, at), { ...given, id }, ...others.slice(at)],
        });
      };
      const found = await lookOrDo(wish, asked, { ...context, sites });
      if (!found.ok) {
        const needing = goes && !isForbidden(found.error) ? (found.error.faults ?? []) : [];
        if (needing.length === 0) return found;
        const referring = needing.map((fault) => `${fault.split(': ', 1)[0] ?? fault}: refers to it`);
        return fail(inUse([...referring, ...(await bookings(context.store, collection, id))]));
      }
      const { following } = found.value;
      return ok({ ...told(found.value, asked.apply), branches: goes ? branchesOf(collection, following) : NONE });
    },
  });

/** Inheriting locations that lose an item together with the parent. */
function branchesOf(collection: string, following: readonly ItemDifference[]): ChangeThingAnswer['branches'] {
  const branches = { ...NONE };
  for (const { collection: of, what, fields } of following) {
    if (of !== collection || what === 'new' || (what === 'changed' && !fields.some(({ field }) => field === 'follows')))
      continue;
    if (what === 'gone') branches.lose += 1;
    else if (fields.some(({ field }) => field === 'state')) branches.close += 1;
    else branches.keep += 1;
  }
  return branches;
}

export const modelOperations = (services: ModelServices): readonly Operation[] => [
  copy(services),
  asModel(services),
  changeThing(services),
];
