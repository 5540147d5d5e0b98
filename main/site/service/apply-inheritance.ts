/** Site change with its inherited changes, validated as a whole. */

import { inSlices } from '../../lib/jobs/work-slices.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { Store } from '../../store/contract/store.ts';
import type { SiteSetup } from '../contract/site.ts';
import type { FollowedItem } from '../operations/site-changes.ts';
import type { FollowEdit } from '../rules/inheritance/edits.ts';
import { followModels } from '../rules/inheritance/follow-models.ts';
import { letterFault, lettersAlike } from '../rules/letter-fault.ts';
import { setupOf, siteSteps } from '../rules/site.ts';
import { itemsOf } from '../rules/site-items.ts';
import { named } from './site-fault.ts';

/** Maximum concurrent queries. */
const AT_ONCE = 20;

export interface FollowedSite {
  readonly file: SiteSetup;
  /** Changes caused by inheritance; empty if there are none. */
  readonly edits: readonly FollowedItem[];
}

/**
 * Faults at inheriting locations name items by id; they block the change at the parent, too.
 *
 * @param options.exact items that must stay exactly as given, such as those of a loaded file
 * @param options.isUndo the change restores inheriting locations itself
 */
export async function followedSite(
  store: Store,
  before: SiteSetup,
  after: SiteSetup,
  options: { readonly exact?: Iterable<object>; readonly isUndo?: boolean } = {},
): Promise<Result<FollowedSite, readonly string[]>> {
  const how = { exact: new Set(options.exact), isUndo: options.isUndo === true };
  let done = await inSlices(followModels(before, after, how));
  if (done.gone.length > 0) {
    const held = await heldThings(store, done.gone);
    if (held.size > 0) done = await inSlices(followModels(before, after, { ...how, held }));
  }
  if (done.edits.length === 0) return ok({ file: after, edits: [] });
  const parsed = await inSlices(siteSteps(done.file, undefined, before));
  if (!parsed.ok) return fail(named(parsed.error, done.file));
  const file = setupOf(parsed.value);
  const faults = letterFaults(before, file, done.edits);
  if (faults.length > 0) return fail(faults);
  const places = itemsOf('locations', file.locations, before.locations);
  const edits = done.edits.map((edit) => ({ ...edit, model: places.byId(edit.location)?.follows ?? '' }));
  return ok({ file, edits });
}

function letterFaults(before: SiteSetup, after: SiteSetup, edits: readonly FollowEdit[]): readonly string[] {
  const [old, now] = [itemsOf('services', before.services), itemsOf('services', after.services, before.services)];
  const alike = lettersAlike(after.services);
  return edits.flatMap(({ collection, id }) => {
    const service = collection === 'services' ? now.byId(id) : undefined;
    const fault = service === undefined ? null : letterFault(service, alike(service), old.byId(id));
    return fault === null ? [] : [`services(${id}).tag: ${fault}`];
  });
}

interface Going {
  readonly collection: string;
  readonly id: string;
  readonly location: string;
}

/**
 * Keys of items that cannot be deleted because of visitors, as `services\nid`: services with tickets or visits, and
 * desks with a visitor or an appointment.
 */
async function heldThings(store: Store, going: readonly Going[]): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  const ids = (name: string): readonly string[] =>
    going.filter(({ collection }) => collection === name).map(({ id }) => id);
  const [services, desks] = [ids('services'), ids('desks')];
  if (services.length + desks.length === 0) return held;
  for (const { serviceId, waiting } of await store.query('serviceQueues', { services })) {
    if (waiting > 0) held.add(`services\n${serviceId}`);
  }
  const of = { locations: [], services, desks, users: [] };
  for (const { appointment } of (await store.query('appointmentsOf', { of })).appointments) {
    held.add(`services\n${appointment.service}`);
    held.add(`desks\n${appointment.desk}`);
  }
  const places = [...new Set(going.map(({ location }) => location))];
  for (let from = 0; from < places.length; from += AT_ONCE) {
    await Promise.all(places.slice(from, from + AT_ONCE).map((locationId) => noteOpen(store, locationId, going, held)));
  }
  return held;
}

async function noteOpen(store: Store, locationId: string, going: readonly Going[], held: Set<string>): Promise<void> {
  for (const { answer, ticket } of await store.query('openAnswers', { locationId })) {
    held.add(`desks\n${answer.deskId}`);
    held.add(`services\n${ticket.dstServiceId}`);
  }
  for (const { collection, id, location } of going) {
    if (collection !== 'services' || location !== locationId || held.has(`services\n${id}`)) continue;
    const paused = await store.query('pausedTickets', { locationId, services: [id] });
    if (paused.length > 0) held.add(`services\n${id}`);
  }
}
