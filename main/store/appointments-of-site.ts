/** Appointments as they stood among the things of the site, until they got a table of their own. */
import type { Appointment, Service } from '../contract/site.ts';
import type { KeptAppointment } from '../queue/appointments.ts';
import { isShaped, isText, readKept } from './kept-json.ts';
import type { StoredItem } from './site-changes.ts';

/** Items of the site in the order of their places. */
export const SITE_WITH_APPOINTMENTS = `SELECT collection, id, body FROM site_item
  WHERE collection IN ('appointments', 'services') ORDER BY position`;

type Item = Pick<Appointment, 'id' | 'service' | 'scheduled_to'> & Partial<Appointment>;
type Home = Pick<Service, 'location'>;

const isItem = isShaped<Pick<Item, 'id' | 'service' | 'scheduled_to'>>({
  id: isText,
  service: isText,
  scheduled_to: isText,
});
const isHome = isShaped<Home>({ location: isText });

/** What an older program had no field for is empty. */
const UNSAID: Omit<Appointment, 'id' | 'service' | 'scheduled_to'> = {
  location: '',
  client_name: '',
  lang: '',
  code: '',
  state: 1,
  user: '',
  desk: '',
  app_displayname: '',
  birthday: '',
  reference: '',
};

function read<T>({ collection, id, body }: StoredItem, check: (value: unknown) => boolean): T | null {
  return readKept<T>(body, check, { table: 'site_item', id: `${collection}/${id}` });
}

/** Those that can be read, each at the location of its service. */
export function appointmentsOf(items: readonly StoredItem[]): readonly KeptAppointment[] {
  const homes = new Map<string, string>();
  for (const item of items) {
    if (item.collection === 'services') homes.set(item.id, read<Home>(item, isHome)?.location ?? '');
  }
  return items.flatMap((stored) => {
    if (stored.collection !== 'appointments') return [];
    const item = read<Item>(stored, isItem);
    if (item === null) return [];
    const { id, service, scheduled_to } = item;
    const { location, client_name, lang, code, state, user, desk, app_displayname, birthday, reference } = {
      ...UNSAID,
      ...item,
    };
    const appointment = { id, service, location, scheduled_to, client_name, lang, code, state, user, desk };
    return [
      {
        locationId: homes.get(service) || location,
        appointment: { ...appointment, app_displayname, birthday, reference },
      },
    ];
  });
}
