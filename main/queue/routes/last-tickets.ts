import { SCREEN_DEVICES } from '../../access/service/device-kinds.ts';
import { ERRNO } from '../../lib/errno.ts';
import { refuse } from '../../lib/refusal.ts';
import { ok } from '../../lib/result.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { LastTicketsAnswer, LastTicketsParameters } from '../../site/contract/rest/auxiliary.ts';
import { dayBegan } from '../rules/business-day.ts';
import { lastCallShape } from '../service/ticket-shapes.ts';

/** The last tickets called at a location on its business day, each once, newest call first. */
const lastTickets = operation({
  name: 'lasttickets',
  part: 'interface',
  area: 'lists',
  summary: 'The calls of a location, newest first.',
  errnos: [ERRNO.notFound],
  method: 'GET',
  path: '/restapi/ticket/lastTickets',
  devices: SCREEN_DEVICES,
  parameters: LastTicketsParameters,
  answer: LastTicketsAnswer,
  async handle({ location, number }, { site, store, now }) {
    const here = site.location(location);
    if (here === undefined) return refuse(ERRNO.notFound, 'location');
    const since = dayBegan(now, here.timezone, here.reset_time);
    const calls = await store.query('lastTickets', { locationId: location, since, limit: number });
    return ok({
      success: true,
      lastTickets: calls.map((call) => ({ [call.ticket.serviceId]: lastCallShape(site, call) })),
    });
  },
});

export const LAST_TICKETS_OPERATIONS: readonly Operation[] = [lastTickets];
