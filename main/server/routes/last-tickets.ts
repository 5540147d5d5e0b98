import { ERRNO } from '../../contract/errno.ts';
import { LastTicketsAnswer, LastTicketsParameters } from '../../contract/rest/auxiliary.ts';
import { ok } from '../../contract/result.ts';
import { lastCallShape } from '../answers/ticket-shapes.ts';
import { SCREEN_DEVICES } from '../auth/device-kinds.ts';
import { operation } from '../operation.ts';
import { refuse } from '../refusal.ts';

/** The calls of a location, newest first. */
export const lastTickets = operation({
  name: 'lasttickets',
  method: 'GET',
  path: '/restapi/ticket/lastTickets',
  devices: SCREEN_DEVICES,
  parameters: LastTicketsParameters,
  answer: LastTicketsAnswer,
  async handle({ location, number }, { site, store }) {
    if (site.location(location) === undefined) return refuse(ERRNO.notFound, 'location');
    const calls = await store.query('lastCalls', { locationId: location, limit: number });
    return ok({
      success: true,
      lastTickets: calls.map((call) => ({ [call.ticket.serviceId]: lastCallShape(site, call) })),
    });
  },
});
