/**
 * Ticket fields that each audience may see.
 *
 * Every ticket leaves the server through this filter: lists, details, calls, events, counters and webhooks. The privacy
 * class of each field is declared next to the record, so that no new field is forgotten.
 */
import {
  CALL_PRIVACY,
  type CallRecord,
  placeOfIssue,
  TICKET_PRIVACY,
  type TicketPrivacy,
  type TicketRecord,
} from '../../queue/contract/records.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Audience } from './audience.ts';

const SHOWN: Readonly<Record<Audience, readonly TicketPrivacy[]>> = {
  staff: ['plain', 'name', 'visitor', 'staff', 'colleague', 'card'],
  visitor: ['plain', 'name', 'visitor', 'card'],
  office: ['plain'],
  public: ['plain'],
  stranger: ['plain'],
};
/** Audiences that see names when the site allows names on displays. */
const READ_DISPLAYS: readonly Audience[] = ['office', 'public'];

type TextField<Of> = { [Field in keyof Of]: Of[Field] extends string ? Field : never }[keyof Of];

function hiddenFrom<Of>(
  privacy: Readonly<Record<keyof Of & string, TicketPrivacy>>,
  shown: readonly TicketPrivacy[],
): readonly TextField<Of>[] {
  const fields = Object.keys(privacy) as (keyof Of & string)[];
  return fields.filter((field) => !shown.includes(privacy[field])) as TextField<Of>[];
}

function hiddenBy<Of>(
  privacy: Readonly<Record<keyof Of & string, TicketPrivacy>>,
): Readonly<Record<Audience, readonly TextField<Of>[]>> {
  const all = Object.entries(SHOWN).map(([audience, shown]) => [audience, hiddenFrom<Of>(privacy, shown)]);
  return Object.fromEntries(all);
}

const HIDDEN = hiddenBy<TicketRecord>(TICKET_PRIVACY);
const HIDDEN_BUT_NAMES = hiddenFrom<TicketRecord>(TICKET_PRIVACY, ['plain', 'name']);
const HIDDEN_OF_CALLS = hiddenBy<CallRecord>(CALL_PRIVACY);

/** The ticket with the fields hidden from this audience set to empty. */
export function viewTicket(site: Site, ticket: TicketRecord, audience: Audience): TicketRecord {
  const seesNames = site.settings.names_on_displays && READ_DISPLAYS.includes(audience);
  const hidden = seesNames ? HIDDEN_BUT_NAMES : HIDDEN[audience];
  const view = without(ticket, hidden);
  // A hidden card id is replaced by the device that issued the ticket.
  return view.deviceId === ticket.deviceId ? view : { ...view, deviceId: placeOfIssue(ticket) };
}

/** The call with the fields hidden from this audience set to empty. */
export function viewCall(call: CallRecord, audience: Audience): CallRecord {
  return without(call, HIDDEN_OF_CALLS[audience]);
}

function without<Of>(record: Of, hidden: readonly TextField<Of>[]): Of {
  if (hidden.length === 0) return record;
  const view = { ...record };
  // All hidden fields are texts, see `TextField`.
  for (const field of hidden) view[field] = '' as Of[TextField<Of>];
  return view;
}

/** Whether this audience sees form answers. Each question restricts them further (`staff_permissions`). */
export function seesAnswers(audience: Audience): boolean {
  return audience === 'staff';
}
