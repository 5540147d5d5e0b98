/** REST operations on the personal data of one person (extension). For administrators of the whole site. */

import { auditActor } from '../../access/service/caller.ts';
import { personQuery } from '../../appointments/rules/person-match.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { backOffice, seesAll } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import { ERASE_PERSONAL_DATA, EXPORT_PERSONAL_DATA, SEARCH_PERSONAL_DATA } from '../contract/endpoints.ts';
import {
  ErasePersonAnswer,
  ErasePersonParameters,
  FindPersonAnswer,
  FindPersonParameters,
  type FoundPerson,
} from '../contract/rest/personal-data.ts';
import type { PersonErased } from '../operations/personal-records.ts';
import { findPerson } from '../service/find-person.ts';

/** Items erased per transaction, so that queue operations can run in between. */
const SLICE = 25;
const FIND_MS = 60_000;
/** How long a response waits for a report that still reads erased rows. */
const DISK_MS = 10_000;

interface Asked {
  readonly text: string;
  readonly ticket_id: string;
}

const search = operation({
  name: 'find_personal_data',
  area: 'admin',
  summary: 'Finds the personal data of one person by name, mail address, telephone number, card, code or ticket.',
  errnos: [ERRNO.outsideLocations],
  endpoint: SEARCH_PERSONAL_DATA,
  ...backOffice,
  isHeavy: true,
  personalRead: { subject: 'ticket_id' },
  parameters: FindPersonParameters,
  answer: FindPersonAnswer,
  handle: (parameters, context) => found(parameters, context),
});

const exportData = operation({
  name: 'export_personal_data',
  area: 'admin',
  summary: 'The same as a file for the person. The audit log records the export, but not the person.',
  errnos: [ERRNO.outsideLocations],
  endpoint: EXPORT_PERSONAL_DATA,
  ...backOffice,
  isHeavy: true,
  parameters: FindPersonParameters,
  answer: FindPersonAnswer,
  async handle(parameters, context) {
    const person = await found(parameters, context);
    if (!person.ok) return person;
    const { tickets, appointments, mails } = person.value;
    const counts = {
      tickets: tickets.length,
      answers: tickets.reduce((sum, { answers }) => sum + answers.length, 0),
      appointments: appointments.length,
      mails: mails.length,
    };
    const noted = await context.store.run(
      'notePersonalExport',
      { by: auditActor(context.caller), counts },
      { now: context.now },
    );
    return noted.ok ? person : fail(noted.error);
  },
});

const erase = operation({
  name: 'erase_personal_data',
  area: 'admin',
  summary:
    'Erases personal data by its ids, immediately and permanently. Tickets, calls and times remain, so reports do not change.',
  errnos: [ERRNO.outsideLocations],
  endpoint: ERASE_PERSONAL_DATA,
  ...backOffice,
  isHeavy: true,
  parameters: ErasePersonParameters,
  answer: ErasePersonAnswer,
  async handle({ ticket_ids: tickets, appointment_ids: appointments, mail_ids: mails }, context) {
    if (!seesAll(context)) return refuse(ERRNO.outsideLocations);
    const { store, now, caller } = context;
    const total: Record<keyof PersonErased, number> = { tickets: 0, answers: 0, appointments: 0, mails: 0 };
    const slices = Math.ceil(Math.max(tickets.length, appointments.length, mails.length) / SLICE);
    for (let slice = 0; slice < slices; slice += 1) {
      const part = (ids: readonly string[]): readonly string[] => ids.slice(slice * SLICE, (slice + 1) * SLICE);
      const input = { tickets: part(tickets), appointments: part(appointments), mails: part(mails) };
      const erased = await store.run('erasePerson', { ...input, by: auditActor(caller) }, { now });
      if (!erased.ok) return fail(erased.error);
      for (const name of Object.keys(total) as (keyof PersonErased)[]) total[name] += erased.value[name];
    }
    const gone = await store.dropErased(AbortSignal.timeout(DISK_MS));
    return ok({ success: true, ...total, gone_from_disk: gone });
  },
});

async function found(
  { text, ticket_id: ticketId }: Asked,
  context: RequestContext,
): Promise<Result<FoundPerson, Refusal>> {
  // Old appointments and answers do not record their location.
  if (!seesAll(context)) return refuse(ERRNO.outsideLocations);
  const query = ticketId === '' ? personQuery(text) : null;
  if (query === null && ticketId === '') return refuse(ERRNO.invalidParameters, 'text');
  return ok({ success: true, ...(await findPerson(context.store, { query, ticketId }, AbortSignal.timeout(FIND_MS))) });
}

export const PERSONAL_DATA_OPERATIONS: readonly Operation[] = [search, exportData, erase];
