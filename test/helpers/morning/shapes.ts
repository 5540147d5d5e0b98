/** Parts of the REST answers that tests read. */

export interface QueueTicket {
  readonly id: string;
  readonly number: string;
  readonly state: string;
  readonly lang: string;
  readonly flags: string;
  readonly ticket_service: { readonly id: string; readonly tag: string };
  readonly device: { readonly id: string };
}

export interface TicketDetail {
  readonly id: string;
  readonly number: number;
  readonly state: number;
  readonly lang: string;
  readonly flags: number;
  readonly transferred: boolean;
  readonly ticket_service: { readonly id: string; readonly tag: string };
  readonly device: { readonly id: string };
}

export interface LastCall {
  readonly ticket_id: string;
  readonly ticketServiceTag: string;
  readonly ticketNumber: number;
  readonly ticketDeskName: string;
  readonly ticketDeskTag: string;
}

/** As on paper, on screens and in speech at the town hall. */
export function labelOf(tag: string, number: number | string): string {
  return `${tag}${String(number).padStart(3, '0')}`;
}
