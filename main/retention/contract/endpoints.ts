/** Retention of tickets. */

import { endpoint } from '../../rest/contract/endpoint.ts';
import type { OlderAnswer, OlderParameters } from './rest/history.ts';

export const COUNT_OLDER_TICKETS = endpoint<typeof OlderParameters, typeof OlderAnswer>(
  'GET v2/admin/retention-preview',
);
