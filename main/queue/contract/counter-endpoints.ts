/** Endpoints of the counter page. */

import type { NoParameters } from '../../forms/contract/rest/forms.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type {
  FindTicketsAnswer,
  FindTicketsParameters,
  ServedTicketsAnswer,
  ServedTicketsParameters,
} from './rest/clerk.ts';
import type { CounterAnswer, CounterParameters, CountersAnswer } from './rest/counters.ts';

export const LIST_COUNTERS = endpoint<typeof NoParameters, typeof CountersAnswer>('GET v2/counters');
export const READ_COUNTER = endpoint<typeof CounterParameters, typeof CounterAnswer>('GET v2/counters/:desk_id');
export const FIND_TICKETS = endpoint<typeof FindTicketsParameters, typeof FindTicketsAnswer>(
  'POST v2/counters/:desk_id/find',
);
export const LIST_SERVED_TICKETS = endpoint<typeof ServedTicketsParameters, typeof ServedTicketsAnswer>(
  'GET v2/counters/:desk_id/served',
);
