/** Columns of a ticket with personal data, for both databases. */
import { FLAG, PERSONAL_FIELDS, type PersonalField } from '../../queue/contract/records.ts';
import { TICKET_COLUMN } from '../../queue/sql/columns.ts';

/** For a ticket that did not come from a card, the device is not personal. */
export const TICKET_TEXTS = PERSONAL_FIELDS.map((field) => TICKET_COLUMN[field]);

export type TicketTexts = Readonly<Record<(typeof TICKET_COLUMN)[PersonalField] | 'id' | 'location_id', string>> & {
  readonly issued_at: number;
};

const DEVICE = TICKET_COLUMN.deviceId;
const ALWAYS_PERSONAL = TICKET_TEXTS.filter((column) => column !== DEVICE);
const IS_CARD = `(flags & ${FLAG.card}) <> 0`;

/** Whether a row has personal data: the condition of the index `ticket_personal`. */
export const IS_PERSONAL = `${ALWAYS_PERSONAL.map((column) => `${column} <> ''`).join(' OR ')} OR (${DEVICE} <> '' AND ${IS_CARD})`;

/** Assignments that erase the personal data of a row. */
export const ERASE_TEXTS = `${ALWAYS_PERSONAL.map((column) => `${column} = ''`).join(', ')},
  ${DEVICE} = CASE WHEN ${IS_CARD} THEN '' ELSE ${DEVICE} END`;
