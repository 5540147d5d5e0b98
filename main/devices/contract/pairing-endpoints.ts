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

/** Timing of pairing requests. Separate from the request schemas, which would be most of the page's code. */

/** Poll interval of a screen that waits for pairing. */
export const PAIRING_POLL_MS = 2_000;

/** Lifetime of a code. */
export const PAIRING_CODE_MS = 600_000;
