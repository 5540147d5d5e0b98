import type { Appointment } from '../../main/site/contract/site.ts';

/** What an appointment has of which nothing was said but who it is, for what and when. */
export const NO_APPOINTMENT: Omit<Appointment, 'id' | 'service' | 'scheduled_to'> = {
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
