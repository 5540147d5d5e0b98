/** Queue alerts. */

import { endpoint } from '../../rest/contract/endpoint.ts';
import type {
  LimitAlarmsAnswer,
  LimitAlarmsParameters,
  SeeLimitAlarmAnswer,
  SeeLimitAlarmParameters,
} from './rest/limits.ts';

export const LIST_LIMIT_ALARMS = endpoint<typeof LimitAlarmsParameters, typeof LimitAlarmsAnswer>(
  'GET v2/limits/alarms',
);
export const SEE_LIMIT_ALARM = endpoint<typeof SeeLimitAlarmParameters, typeof SeeLimitAlarmAnswer>(
  'POST v2/limits/alarms/:location/:alarm/acknowledge',
);
