/** Devices visible to an audience. */

import type { Audience } from '../../../access/service/audience.ts';
import { isCard } from '../../../access/service/device-kinds.ts';
import type { EventDevice } from '../../../events/contract/events.ts';
import type { Site } from '../../../site/rules/site-model.ts';

/**
 * The name of a card is often that of its owner: who does not work at a counter hears of none. A reader is of the same kind; it has
 * been in touch, which no card ever is.
 */
export function devicesFor(audience: Audience, devices: readonly EventDevice[], site: Site): EventDevice[] {
  if (audience === 'public') return [];
  if (audience === 'staff') return [...devices];
  return devices.filter(
    ({ device_id, type, changed_at, said_at }) =>
      changed_at !== '' || said_at !== '' || !isCard(site.device(device_id) ?? { type, code: '' }),
  );
}
