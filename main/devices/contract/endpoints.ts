/** Endpoints for keys and history of devices and users. */

import type { DeviceKeyAnswer, SubjectParameters } from '../../access/contract/rest/login.ts';
import type { NoParameters } from '../../forms/contract/rest/forms.ts';
import type { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type { DeviceHistoryAnswer, DeviceHistoryParameters } from './rest/device-history.ts';
import type { DisplayAnswer, DisplayParameters, DisplaysAnswer } from './rest/displays.ts';

export const READ_DEVICE_HISTORY = endpoint<typeof DeviceHistoryParameters, typeof DeviceHistoryAnswer>(
  'GET v2/admin/devices/:id/history',
);

export const CREATE_DEVICE_KEY = endpoint<typeof SubjectParameters, typeof DeviceKeyAnswer>(
  'POST v2/admin/devices/:id/key',
);

export const REVOKE_DEVICE_KEY = endpoint<typeof SubjectParameters, typeof DoneAnswer>(
  'DELETE v2/admin/devices/:id/key',
);

export const REVOKE_USER = endpoint<typeof SubjectParameters, typeof DoneAnswer>('POST v2/admin/users/:id/revoke');

/** Endpoints for displays. */
export const LIST_DISPLAYS = endpoint<typeof NoParameters, typeof DisplaysAnswer>('GET v2/displays');

export const READ_DISPLAY = endpoint<typeof DisplayParameters, typeof DisplayAnswer>('GET v2/displays/:device_id');
