/** Endpoints for remote actions. */

import type { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type {
  AskDeviceAnswer,
  AskDeviceParameters,
  DeviceActionAnswer,
  DeviceActionParameters,
  DeviceActionsAnswer,
  DeviceActionsParameters,
  DoneAtKioskParameters,
  EndActionParameters,
  TakeActionParameters,
} from './rest/device-actions.ts';

export const ASK_DEVICE = endpoint<typeof AskDeviceParameters, typeof AskDeviceAnswer>(
  'POST v2/admin/devices/:id/actions',
);
export const LIST_DEVICE_ACTIONS = endpoint<typeof DeviceActionsParameters, typeof DeviceActionsAnswer>(
  'GET v2/admin/devices/:id/actions',
);
export const READ_DEVICE_ACTION = endpoint<typeof DeviceActionParameters, typeof DeviceActionAnswer>(
  'GET v2/admin/devices/:id/actions/:action_id',
);
export const TAKE_DEVICE_ACTION = endpoint<typeof TakeActionParameters, typeof DoneAnswer>(
  'POST v2/devices/:device_id/actions/:action_id/claim',
);
export const END_DEVICE_ACTION = endpoint<typeof EndActionParameters, typeof DoneAnswer>(
  'POST v2/devices/:device_id/actions/:action_id/result',
);
export const RECORD_LOCAL_ACTION = endpoint<typeof DoneAtKioskParameters, typeof DoneAnswer>(
  'POST v2/devices/:device_id/actions/:action_id/local',
);
