/** A display that staff have call nobody, to see and hear it. */
import { expect, it } from 'vitest';
import type { RequestedAction } from '../../../main/devices/contract/device-actions.ts';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import { addCall, advance, SILENCE } from '../../../renderer/display/announcements.ts';
import { callIfAsked } from '../../../renderer/display/test-call.ts';
import { restServer } from '../../helpers/rest-server.ts';

const ASKED: RequestedAction = { id: 'one', action: 'test-call', ticket: '', message: {} };

it('shows a marked test in place of a call, and reports it once', async () => {
  const { asked, rest } = restServer();
  const calls: EventTicket[] = [];
  await callIfAsked(rest, 'hall', [{ ...ASKED, action: 'log' }], (ticket) => calls.push(ticket));
  expect([asked, calls]).toEqual([[], []]);
  await callIfAsked(rest, 'hall', [ASKED], (ticket) => calls.push(ticket));
  expect(asked).toEqual(['POST v2/devices/hall/actions/one/claim', 'POST v2/devices/hall/actions/one/result']);
  const [ticket] = calls;
  expect(ticket).toMatchObject({ label: 'TEST', desk_name: 'TEST', service_id: '', answer_id: '' });
  if (ticket !== undefined) {
    expect(advance(addCall(SILENCE, ticket, false), 0, 8_000).running?.call.ticket.label).toBe('TEST');
  }
});

it('calls nothing that another screen has taken', async () => {
  const server = restServer();
  server.answer = null;
  await callIfAsked(server.rest, 'hall', [ASKED], () => {
    throw new Error('It called all the same.');
  });
});
