/** What cannot simply go, because of visitors: services with tickets or visits, desks where somebody is served or booked. */
import type { Store } from '../../store/contract/store.ts';

export interface Going {
  readonly collection: string;
  readonly id: string;
  readonly location: string;
}

/** A database elsewhere is asked of so many places at a time. */
const AT_ONCE = 20;

/** Those of them that are held, as `services\nid`. */
export async function heldThings(store: Store, going: readonly Going[]): Promise<ReadonlySet<string>> {
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
