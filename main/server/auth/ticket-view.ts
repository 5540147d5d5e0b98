/**
 * What somebody may see of a ticket. Every road on which a ticket leaves the server goes through here: lists, details,
 * calls, events, counters, webhooks. What a field says of a person stands beside the record itself, where a new field
 * cannot be forgotten.
 */
import { TICKET_PRIVACY, type TicketPrivacy, type TicketRecord } from '../../contract/queue.ts';
import type { Site } from '../../core/site-model.ts';
import type { Audience } from './audience.ts';

const SHOWN: Readonly<Record<Audience, readonly TicketPrivacy[]>> = {
  staff: ['plain', 'name', 'visitor', 'staff', 'colleague'],
  visitor: ['plain', 'name', 'visitor'],
  office: ['plain'],
  public: ['plain'],
  stranger: ['plain'],
};
/** Whom a site tells names that allows them on displays. */
const READ_DISPLAYS: readonly Audience[] = ['office', 'public'];

type TextField = {
  [Field in keyof TicketRecord]: TicketRecord[Field] extends string ? Field : never;
}[keyof TicketRecord];

function hiddenFrom(shown: readonly TicketPrivacy[]): readonly TextField[] {
  const fields = Object.keys(TICKET_PRIVACY) as (keyof TicketRecord)[];
  return fields.filter((field) => !shown.includes(TICKET_PRIVACY[field])) as TextField[];
}

const HIDDEN = Object.fromEntries(
  Object.entries(SHOWN).map(([audience, shown]) => [audience, hiddenFrom(shown)]),
) as Readonly<Record<Audience, readonly TextField[]>>;
const HIDDEN_BUT_NAMES = hiddenFrom(['plain', 'name']);

/** The ticket with all that this audience may not see left empty. */
export function viewTicket(site: Site, ticket: TicketRecord, audience: Audience): TicketRecord {
  const seesNames = site.settings.names_on_displays && READ_DISPLAYS.includes(audience);
  const hidden = seesNames ? HIDDEN_BUT_NAMES : HIDDEN[audience];
  if (hidden.length === 0) return ticket;
  const view: { -readonly [Field in keyof TicketRecord]: TicketRecord[Field] } = { ...ticket };
  for (const field of hidden) view[field] = '';
  return view;
}

/** Whether the answers of a visitor are for them; which of them is said by each question (`staff_permissions`). */
export function seesAnswers(audience: Audience): boolean {
  return audience === 'staff';
}

/** Whether they may know who of the staff serves whom. */
export function seesColleagues(audience: Audience): boolean {
  return SHOWN[audience].includes('colleague');
}
