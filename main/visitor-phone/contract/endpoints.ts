/** Endpoints of a visitor's ticket on a phone. */

import { endpoint } from '../../rest/contract/endpoint.ts';
import type { LeaveQueueParameters, PhoneLookupParameters, PhoneTicketAnswer } from './rest/phone-tickets.ts';

export const LOOKUP_TICKET = endpoint<typeof PhoneLookupParameters, typeof PhoneTicketAnswer>('POST v2/tickets/lookup');
export const LEAVE_QUEUE = endpoint<typeof LeaveQueueParameters, typeof PhoneTicketAnswer>('POST v2/tickets/leave');
