/** Paged search for one person's data. */

import type { PersonQuery } from '../../appointments/rules/person-match.ts';
import { iso } from '../../events/service/event-shapes.ts';
import { FLAG } from '../../queue/contract/records.ts';
import type { Store } from '../../store/contract/store.ts';
import { type FoundPerson, MAX_FOUND } from '../contract/rest/personal-data.ts';
import type { PersonalPage } from '../operations/personal-operations.ts';
import { PERSONAL_PLACES, type PersonalPlace, type PersonalRow } from '../operations/personal-records.ts';

/** Rows searched per query. */
const PAGE_ROWS = 500;

interface FoundIds {
  readonly tickets: ReadonlySet<string>;
  readonly appointments: ReadonlySet<string>;
  readonly mails: ReadonlySet<string>;
  readonly complete: boolean;
}

export async function findPerson(
  store: Store,
  wanted: { readonly query: PersonQuery | null; readonly ticketId: string },
  signal: AbortSignal,
): Promise<Omit<FoundPerson, 'success'>> {
  const found = await findIds(store, wanted, signal);
  const tickets = [];
  for (const ticketId of found.tickets) {
    const ticket = await personalTicket(store, ticketId);
    if (ticket !== null) tickets.push(ticket);
  }
  const appointments = await store.query('appointmentsOfIds', { ids: [...found.appointments] });
  return {
    complete: found.complete,
    tickets,
    appointments: appointments.map(({ locationId, appointment }) => ({
      id: appointment.id,
      location: locationId,
      service: appointment.service,
      scheduled_to: appointment.scheduled_to,
      client_name: appointment.client_name,
      code: appointment.code,
      app_displayname: appointment.app_displayname,
      birthday: appointment.birthday,
      reference: appointment.reference,
    })),
    mails: [...(await store.query('waitingMailsOfIds', { ids: [...found.mails] }))],
  };
}

/** Adds the tickets of found appointments, and the appointments of found tickets. */
async function findIds(
  store: Store,
  { query, ticketId }: { readonly query: PersonQuery | null; readonly ticketId: string },
  signal: AbortSignal,
): Promise<FoundIds> {
  const tickets = new Set<string>(ticketId === '' ? [] : [ticketId]);
  const appointments = new Set<string>();
  const mails = new Set<string>();
  const into = { tickets, answers: tickets, appointments, mails } as const satisfies Record<PersonalPlace, Set<string>>;
  let complete = true;
  for (const place of query === null ? [] : PERSONAL_PLACES) {
    let after: PersonalRow['cursor'] | null = null;
    do {
      signal.throwIfAborted();
      const page: PersonalPage = await store.query('personalPage', {
        place,
        query: query as PersonQuery,
        after,
        limit: PAGE_ROWS,
      });
      complete &&= addTo(into[place], page.ids);
      after = complete ? page.next : null;
    } while (after !== null);
  }
  const pairs = await store.query('checkInsOf', { appointments: [...appointments], tickets: [...tickets] });
  complete =
    addTo(
      tickets,
      pairs.map((pair) => pair.ticketId),
    ) && complete;
  complete =
    addTo(
      appointments,
      pairs.map((pair) => pair.appointmentId),
    ) && complete;
  return { tickets, appointments, mails, complete };
}

/** False if the limit was reached. */
function addTo(found: Set<string>, ids: readonly string[]): boolean {
  for (const id of ids) {
    if (found.has(id)) continue;
    if (found.size === MAX_FOUND) return false;
    found.add(id);
  }
  return true;
}

async function personalTicket(store: Store, ticketId: string): Promise<FoundPerson['tickets'][number] | null> {
  const ticket = await store.query('ticket', { ticketId });
  if (ticket === null) return null;
  const answers = await store.query('formAnswers', { ticketId });
  return {
    id: ticket.id,
    number: ticket.label,
    location: ticket.locationId,
    service: ticket.serviceId,
    issued_at: iso(ticket.issuedAt),
    client_name: ticket.clientName,
    custom_field: ticket.customField,
    note: ticket.note,
    app_displayname: ticket.appDisplayName,
    card: (ticket.flags & FLAG.card) === 0 ? '' : ticket.deviceId,
    answers: answers.flatMap(({ question, answer }) => (answer === null ? [] : [{ question, answer: [...answer] }])),
  };
}
