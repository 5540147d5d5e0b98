/**
 * Test call on one display, marked as a test and not recorded.
 */

import { END_DEVICE_ACTION, TAKE_DEVICE_ACTION } from '../../main/devices/contract/action-endpoints.ts';
import type { RequestedAction } from '../../main/devices/contract/device-actions.ts';
import type { EventTicket } from '../../main/events/contract/events.ts';
import type { Rest } from '../shared/api-client.ts';

/** Replaces letter and number in every language. */
const TEST = 'TEST';

/** Completes the action only after the call has begun. */
export async function callIfAsked(
  rest: Rest,
  deviceId: string,
  actions: readonly RequestedAction[],
  call: (ticket: EventTicket) => void,
): Promise<void> {
  const asked = actions.find(({ action }) => action === 'test-call');
  if (asked === undefined) return;
  // If two screens show the display, one of them takes it.
  const taken = await rest.call(TAKE_DEVICE_ACTION, { device_id: deviceId, action_id: asked.id });
  if (!taken.ok) return;
  call(testTicket(asked.id));
  await rest.call(END_DEVICE_ACTION, { device_id: deviceId, action_id: asked.id, ended: 'done' });
}

/** Ticket without visitor, service and desk. */
export function testTicket(id: string): EventTicket {
  return {
    ticket_id: `test-${id}`,
    answer_id: '',
    label: TEST,
    tag: TEST,
    number: 0,
    service_id: '',
    dst_service_id: '',
    dst_desk_id: '',
    dst_user_id: '',
    desk_id: '',
    desk_name: TEST,
    desk_tag: '',
    user_id: '',
    state: 2,
    transferred: false,
    flags: 0,
    lang: '',
    issued_at: '',
    waiting_since: '',
    scheduled_at: '',
    called_at: '',
    ended_at: '',
    client_name: '',
    note: '',
    custom_field: '',
    app_displayname: '',
  };
}
