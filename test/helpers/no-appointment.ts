import type { Appointment } from '../../main/site/contract/site.ts';

/** Defaults of an appointment except its id, service and time. */
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
