/** Appointments as they stood among the things of the site, until they got a table of their own. */
import type { Appointment } from '../contract/site.ts';
import type { KeptAppointment } from '../queue/queue.ts';

/** Of each: the item as JSON, and the location of its service, empty where there is none. */
export interface AppointmentItem {
  readonly body: string;
  readonly home: string;
}

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
};

export function keptFromItem({ body, home }: AppointmentItem): KeptAppointment {
  const item = JSON.parse(body) as Pick<Appointment, 'id' | 'service' | 'scheduled_to'> & Partial<Appointment>;
  const { id, service, scheduled_to, location, client_name, lang, code, state, user, desk, app_displayname } = {
    ...UNSAID,
    ...item,
  };
  return {
    locationId: home || location,
    appointment: { id, service, location, scheduled_to, client_name, lang, code, state, user, desk, app_displayname },
  };
}
