/** REST operation for the details of a ticket. */
import Type from 'typebox';
import type { Audience } from '../../access/service/audience.ts';
import { COUNTER_DEVICES } from '../../access/service/device-kinds.ts';
import { seesAnswers } from '../../access/service/ticket-view.ts';
import { extraInfo } from '../../forms/rules/extra-info.ts';
import { ticketQuestions } from '../../forms/service/record-answers.ts';
import { refuse } from '../../lib/refusal.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import { optionalThingId } from '../../rest/contract/parameters.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { DEVICE_TYPE } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { TICKET_STATE } from '../contract/records.ts';
import { wantsLabel } from '../contract/rest/queue-parameters.ts';
import { type TicketDetails, TicketDetailsAnswer, TicketDetailsParameters } from '../contract/rest/ticket-details.ts';
import type { TicketNow } from '../operations/call-records.ts';
import { labelField, ticketShape } from '../service/ticket-shapes.ts';

/** Devices that issue printed tickets; a card is read at a kiosk, which prints. */
const WITH_PAPER: readonly number[] = [DEVICE_TYPE.kiosk, DEVICE_TYPE.cardReader];

interface Details extends Pick<Operation, 'name' | 'part' | 'summary' | 'path'> {
  readonly parameters: typeof TicketDetailsParameters;
}

function details(more: Details) {
  return operation({
    ...more,
    area: 'queue',
    errnos: [ERRNO.notFound],
    method: 'GET',
    roles: ['acl_qmpad_access'],
    devices: COUNTER_DEVICES,
    reach: { ticket: 'id' },
    personalRead: { subject: 'id', toStaff: true },
    answer: TicketDetailsAnswer,
    async handle({ id, label }, { site, store, sees, labels }) {
      if (id === '') return refuse(ERRNO.uriNotSpecified);
      const found = await store.query('ticketDetails', { ticketId: id, withFormAnswers: seesAnswers(sees) });
      if (found === null || site.location(found.ticket.locationId) === undefined) return refuse(ERRNO.notFound, 'id');
      return ok({
        success: true,
        ticket: {
          ...detailShape(site, found, sees),
          extra_info: extraInfo(ticketQuestions(site, found.ticket), found.formAnswers),
          ...labelField(site, found.ticket, label || labels),
        },
      });
    },
  });
}

/** Ticket details with display names of desk and user. */
function detailShape(site: Site, now: TicketNow, sees: Audience): Omit<TicketDetails, 'extra_info'> {
  const { ticket } = now;
  const shape = ticketShape(site, now, sees);
  const device = site.device(ticket.deviceId);
  const servedAt = site.service(ticket.dstServiceId)?.location ?? ticket.locationId;
  return {
    ...shape,
    number: ticket.number,
    cancelled: ticket.state === TICKET_STATE.cancelled,
    transferred: ticket.transferred,
    state: ticket.state,
    flags: ticket.flags,
    dst_desk: shape.dst_desk.name,
    dst_user: shape.dst_user.display_name,
    device: { id: ticket.deviceId, name: device?.name ?? '', type: device?.type ?? 0 },
    location: ticket.locationId,
    dst_location: { id: servedAt, name: site.location(servedAt)?.name ?? '' },
    tickets_to_print: device !== undefined && WITH_PAPER.includes(device.type) ? 1 : 0,
  };
}

const PATH = '/restapi/ticket/details';

const ticketDetails = details({
  name: 'ticket_details',
  part: 'interface',
  summary: 'All details of a ticket.',
  path: `${PATH}/:id`,
  parameters: TicketDetailsParameters,
});

/** The same, with the id among the parameters like all other requests. Without the id the URL is incomplete. */
const ticketDetailsOf = details({
  name: 'ticket_details_parameter',
  summary: 'All details of a ticket, with its id as a parameter.',
  path: PATH,
  parameters: Type.Object({ id: optionalThingId, label: wantsLabel }),
});

export const TICKET_DETAIL_OPERATIONS: readonly Operation[] = [ticketDetails, ticketDetailsOf];
