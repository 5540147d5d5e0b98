/** Devices visible to an audience. */

import type { Audience } from '../../../access/service/audience.ts';
import { isCard } from '../../../access/service/device-kinds.ts';
import type { EventDevice } from '../../../events/contract/events.ts';
import type { Site } from '../../../site/rules/site-model.ts';

/**
 * Hides cards from callers that do not work at a counter, because a card's name is often its owner's. A reader has the
 * same type, but has connected, which a card never does.
 */
export function devicesFor(audience: Audience, devices: readonly EventDevice[], site: Site): EventDevice[] {
  if (audience === 'public') return [];
  if (audience === 'staff') return [...devices];
  return devices.filter(
    ({ device_id, type, changed_at, said_at }) =>
      changed_at !== '' || said_at !== '' || !isCard(site.device(device_id) ?? { type, code: '' }),
  );
}
