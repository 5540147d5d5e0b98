import { ok } from '../../lib/result.ts';
import { backOffice } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { COUNT_OLDER_TICKETS } from '../contract/endpoints.ts';
import { OlderAnswer, OlderParameters } from '../contract/rest/history.ts';

const DAY_MS = 86_400_000;

/** Extension: what an administrator sees before reducing the retention time. */
const olderTickets = operation({
  name: 'admin_retention_preview',
  area: 'admin',
  summary: 'Number of tickets and calls that a retention of `days` would purge.',
  endpoint: COUNT_OLDER_TICKETS,
  ...backOffice,
  parameters: OlderParameters,
  answer: OlderAnswer,
  async handle({ days }, { store, now }) {
    const sum = { tickets: 0, calls: 0 };
    for (const locationId of await store.query('queueLocations', {})) {
      const { tickets, calls } = await store.report('older', { locationId, before: now - days * DAY_MS });
      sum.tickets += tickets;
      sum.calls += calls;
    }
    return ok({ success: true, ...sum });
  },
});

export const HISTORY_OPERATIONS: readonly Operation[] = [olderTickets];
