/** Endpoints that a kiosk uses on its server. */

import { endpoint } from '../../rest/contract/endpoint.ts';
import type {
  CallStaffAnswer,
  KioskAnswer,
  KioskParameters,
  KioskStatusAnswer,
  KioskStatusParameters,
} from './rest/kiosks.ts';
import type { HandOverAnswer, HandOverParameters, LeaseAnswer, LeaseParameters } from './rest/offline.ts';

export const READ_KIOSK = endpoint<typeof KioskParameters, typeof KioskAnswer>('GET v2/kiosks/:device_id');
export const SAY_KIOSK_STATUS = endpoint<typeof KioskStatusParameters, typeof KioskStatusAnswer>(
  'POST v2/kiosks/:device_id/status',
);
export const CALL_STAFF = endpoint<typeof KioskParameters, typeof CallStaffAnswer>(
  'POST v2/kiosks/:device_id/staff-call',
);
export const LEASE_NUMBERS = endpoint<typeof LeaseParameters, typeof LeaseAnswer>('POST v2/kiosks/:device_id/lease');
export const HAND_OVER_TICKETS = endpoint<typeof HandOverParameters, typeof HandOverAnswer>(
  'POST v2/kiosks/:device_id/offline-tickets',
);
