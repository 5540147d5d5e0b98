import type { CreateTicketInput } from '../../main/queue/operations/create-ticket.ts';

/** An ordinary ticket, as the store is asked for one. */
export function newTicket(change: Partial<CreateTicketInput> = {}): CreateTicketInput {
  return {
    locationId: 'hall',
    day: '2026-11-20',
    serviceId: 'passports',
    deskId: '',
    userId: '',
    deviceId: '',
    flags: 0,
    note: '',
    lang: 'en',
    customField: '',
    clientName: '',
    scheduledAt: null,
    tag: 'A',
    numberWidth: 3,
    firstNumber: 1,
    maxNumber: 0,
    maxWaiting: 0,
    priorityFirst: true,
    ...change,
  };
}
