/** Endpoints for pairing. */

import { endpoint } from '../../rest/contract/endpoint.ts';
import type {
  CollectAnswer,
  CollectParameters,
  PairDeviceAnswer,
  PairDeviceParameters,
  PairingAnswer,
  PairingParameters,
} from './rest/pairing.ts';

export const BEGIN_PAIRING = endpoint<typeof PairingParameters, typeof PairingAnswer>('POST v2/pairing');

export const COLLECT_PAIRING = endpoint<typeof CollectParameters, typeof CollectAnswer>('POST v2/pairing/collect');

export const PAIR_DEVICE = endpoint<typeof PairDeviceParameters, typeof PairDeviceAnswer>(
  'POST v2/admin/devices/:id/pair',
);

/**
 * Timing of pairing requests.
 *
 * Apart from the schemas of what it asks, which would be most of its page.
 */

/** How often a screen asks whether it was taken in. */
export const PAIRING_POLL_MS = 2_000;

/** How long a code holds. */
export const PAIRING_CODE_MS = 600_000;
