/**
 * Remote reload of the display page.
 *
 * The action is taken at the server first, and completed after the reload.
 */

import { END_DEVICE_ACTION, TAKE_DEVICE_ACTION } from '../../main/devices/contract/action-endpoints.ts';
import type { RequestedAction } from '../../main/devices/contract/device-actions.ts';
import type { Rest } from '../shared/api-client.ts';
import { tabMemory } from '../shared/storage.ts';

/** Remote actions of a display, as in its status. */
export const DISPLAY_CAN = 'restart-page test-call';
const TAKEN = 'display.restart';

/** Completes the action that reloaded the page. */
export async function tellRestarted(rest: Rest, deviceId: string): Promise<void> {
  const id = tabMemory.read(TAKEN);
  if (id === null) return;
  const told = await rest.call(END_DEVICE_ACTION, { device_id: deviceId, action_id: id, ended: 'done' });
  // The next reload retries; the server waits only some minutes.
  if (told.ok || told.error.kind === 'refused') tabMemory.write(TAKEN, null);
}

export async function restartIfAsked(
  rest: Rest,
  deviceId: string,
  actions: readonly RequestedAction[],
  reload: () => void,
): Promise<void> {
  const asked = actions.find(({ action }) => action === 'restart-page');
  if (asked === undefined) return;
  const taken = await rest.call(TAKE_DEVICE_ACTION, { device_id: deviceId, action_id: asked.id });
  if (!taken.ok) return;
  tabMemory.write(TAKEN, asked.id);
  reload();
}
