import { expect, it } from 'vitest';
import { NO_VISITOR, type QueueEvent } from '../../main/queue/contract/records.ts';
import { eventBody, eventOf } from '../../main/store/postgres/event-body.ts';

const VISITOR = { deviceId: 'kiosk', clientName: 'Joana', note: 'Ramp', customField: 'Chair', appDisplayName: 'Ten' };
const ticket: NonNullable<QueueEvent['ticket']> = {
  id: 't-1',
  locationId: 'hall',
  serviceId: 'schools',
  dstServiceId: 'passports',
  dstDeskId: 'desk-2',
  dstUserId: 'ana',
  number: 7,
  label: 'A007',
  state: 2,
  transferred: true,
  flags: 8,
  lang: 'pt_PT',
  appId: 'booked',
  scheduledAt: 11,
  issuedAt: 12,
  waitingSince: 13,
  ...VISITOR,
};
const answer: NonNullable<QueueEvent['answer']> = {
  id: 'a-1',
  ticketId: 't-1',
  locationId: 'hall',
  serviceId: 'passports',
  deskId: 'desk-1',
  userId: 'eva',
  state: 2,
  calledAt: 14,
  endedAt: null,
};
const of = { at: 15, locationId: 'hall', serviceId: 'passports', ticketId: 't-1', deskId: 'desk-1' };

it.each<QueueEvent>([
  { type: 'ticket.created', ...of, ticket },
  { type: 'ticket.called', ...of, ticket, answer },
  { type: 'ticket.ended', ...of, ticket, answer: { ...answer, state: 5, endedAt: 16 } },
  { type: 'ticket.changed', ...of, ticket, answer, change: 'class' as never },
  { type: 'desk.changed', ...of, ticketId: '', away: null },
  { type: 'queue.reset', ...of, ticketId: '' },
  {
    type: 'device.alarm',
    ...of,
    ticketId: '',
    alarm: { deviceId: 'kiosk', kind: 'gone' as never, since: 1, endedAt: null },
  },
])('$type is read as it was kept, with what is known of the visitor then, of whom nothing is kept', (event) => {
  const kept = JSON.stringify(eventBody(event));
  expect(kept).not.toMatch(/Joana|Ramp|Chair|Ten/);
  const { at, locationId, ticketId } = event;
  const read = (visitor: typeof NO_VISITOR | typeof VISITOR) =>
    eventOf(JSON.parse(kept), { at, locationId, ticketId }, visitor);
  expect(read(VISITOR)).toEqual(event);
  expect(read(NO_VISITOR).ticket).toEqual(event.ticket && { ...event.ticket, ...NO_VISITOR });
});
