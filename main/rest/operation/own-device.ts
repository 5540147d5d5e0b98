/** Access of a device to itself, with its own key only. */

import { KIOSK_DEVICES } from '../../access/service/device-kinds.ts';
import { type Refusal, refuse, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, ok, type Result } from '../../lib/result.ts';
import type { Device } from '../../site/contract/site.ts';
import type { RequestContext } from '../request-context.ts';

type Asking = Pick<RequestContext, 'site' | 'whole' | 'caller' | 'keysAsked'>;

/** The device, if the caller can act for it: 106 for another device, 6 for an unknown one. */
export function ownDevice(deviceId: string, { site, whole, caller, keysAsked }: Asking): Result<Device, Refusal> {
  const isOther = caller.kind === 'device' && caller.device.id !== deviceId && whole.device(deviceId) !== undefined;
  if (keysAsked && isOther) return refuseAs('device_not_yours', { parameter: 'device_id' });
  const device = site.device(deviceId);
  return device === undefined ? refuse(ERRNO.notFound, 'device_id') : ok(device);
}

/** The same for an active kiosk: 6 for another kind, 119 for one that is switched off. */
export function ownKiosk(deviceId: string, asking: Asking): Result<Device, Refusal> {
  const own = ownDevice(deviceId, asking);
  if (!own.ok) return own;
  if (!KIOSK_DEVICES.some((kind) => kind === own.value.type)) return refuse(ERRNO.notFound, 'device_id');
  return own.value.state === 1 ? own : refuse(ERRNO.deviceUnavailable, 'device_id');
}
