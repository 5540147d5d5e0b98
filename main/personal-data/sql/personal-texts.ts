/** Columns of a ticket that say something of its visitor: the same in both databases. */
import type { PersonalField } from '../../queue/contract/records.ts';

/** A new personal field does not compile until it stands here. */
const COLUMN = {
  clientName: 'client_name',
  customField: 'custom_field',
  note: 'note',
  appDisplayName: 'app_display_name',
  deviceId: 'device_id',
} as const satisfies Readonly<Record<PersonalField, string>>;

/** Of a ticket that came from no card, the device is one of the site and names no person. */
export const TICKET_TEXTS = Object.values(COLUMN);

export type TicketTexts = Readonly<Record<(typeof TICKET_TEXTS)[number] | 'id' | 'location_id', string>> & {
  readonly issued_at: number;
};
