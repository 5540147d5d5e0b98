/** Handling of a remote kiosk's status report, by request or connection. */
import type { Static } from 'typebox';
import { HEARTBEAT_SECONDS } from '../../contract/device-status.ts';
import type { KioskStatusAnswer, KioskStatusSchema } from '../../contract/rest/kiosks.ts';
import type { DeviceActions } from '../device-actions.ts';
import type { DevicePresence } from '../presence/device-presence.ts';

const CLOCK_STEP_SECONDS = 10;

interface Hearing {
  readonly presence: DevicePresence;
  readonly deviceActions: DeviceActions;
  readonly now: number;
}

/** Stores the status even while the database is unavailable; remote actions need the database. */
export async function hearKiosk(
  deviceId: string,
  { clock, ...status }: Static<typeof KioskStatusSchema>,
  { presence, deviceActions, now }: Hearing,
): Promise<Omit<Static<typeof KioskStatusAnswer>, 'success'>> {
  const clock_off = clockOff(clock, now);
  presence.says(deviceId, { ...status, clock_off });
  const actions = await deviceActions.openOf(deviceId).catch(() => []);
  return {
    actions: actions.map((each) => ({ ...each, message: { ...each.message } })),
    next_in: HEARTBEAT_SECONDS,
    clock_off,
  };
}

/** Clock offset in seconds. Less than ten seconds count as zero, because network delay causes such offsets. */
function clockOff(said: string, now: number): number {
  const seconds = (Date.parse(said) - now) / 1000;
  return Number.isFinite(seconds) ? Math.trunc(seconds / CLOCK_STEP_SECONDS) * CLOCK_STEP_SECONDS : 0;
}
