/** Retention of tickets. */
import type { OlderAnswer, OlderParameters } from '../rest/history.ts';
import { endpoint } from './endpoint.ts';

export const COUNT_OLDER_TICKETS = endpoint<typeof OlderParameters, typeof OlderAnswer>('GET v2/admin/older-tickets');
