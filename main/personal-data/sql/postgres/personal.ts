/** Reads personal data, page by page. */

import { writeAudit } from '../../../audit/sql/postgres/write-audit.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { statement } from '../../../database/postgres/statement.ts';
import { personalTextsOf } from '../../../forms/sql/stored-answers.ts';
import { BEFORE_ATTACHMENTS, type MailHead, waitingMailOf } from '../../../mail/sql/stored-mail.ts';
import type { CheckedInPair, PersonalRow } from '../../operations/personal-records.ts';
import type { PersonalRows } from '../../operations/personal-rows.ts';
import { accessAuditDraft, personalAuditDraft } from '../personal-audit.ts';
import { IS_PERSONAL, TICKET_TEXTS, type TicketTexts } from '../personal-texts.ts';

const TICKETS = statement(
  'personal-ticket-texts',
  `SELECT location_id, issued_at, id, ${TICKET_TEXTS.join(', ')} FROM ticket
  WHERE (${IS_PERSONAL}) AND (location_id, issued_at, id) > ($1, $2::bigint, $3) ORDER BY location_id, issued_at, id LIMIT $4`,
);
const ANSWERS = statement(
  'answer-texts',
  `SELECT location_id, ticket_id, question_id, answer FROM form_answer
  WHERE (location_id, ticket_id, question_id) > ($1, $2, $3) ORDER BY location_id, ticket_id, question_id LIMIT $4`,
);
const MAIL = `SELECT id, split_part(content, '${BEFORE_ATTACHMENTS}', 1) AS head FROM mail WHERE next_try_at IS NOT NULL AND`;
const MAILS = statement('waiting-mail-texts', `${MAIL} id > $1 ORDER BY id LIMIT $2`);
const MAILS_OF_IDS = statement('waiting-mails-of-ids', `${MAIL} id = ANY ($1)`);
const CHECK_INS = statement(
  'check-ins-of',
  `SELECT appointment_id AS "appointmentId", ticket_id AS "ticketId" FROM check_in WHERE appointment_id = ANY ($1)
  UNION SELECT check_in.appointment_id, check_in.ticket_id FROM ticket
    JOIN check_in ON check_in.location_id = ticket.location_id AND check_in.ticket_id = ticket.id WHERE ticket.id = ANY ($2)`,
);

export function personalRows(session: DatabaseSession): PersonalRows {
  return {
    *personalTicketTexts(after, limit) {
      const [locationId = '', issuedAt = Number.MIN_SAFE_INTEGER, id = ''] = after ?? [];
      const rows = yield* session.ask<TicketTexts>(TICKETS, [locationId, issuedAt, id, limit]);
      return rows.map(
        (row): PersonalRow => ({
          id: row.id,
          texts: TICKET_TEXTS.map((column) => row[column]),
          cursor: [row.location_id, row.issued_at, row.id],
        }),
      );
    },
    *answerTexts(after, limit) {
      const [locationId = '', ticketId = '', questionId = ''] = after ?? [];
      const rows = yield* session.ask<{
        location_id: string;
        ticket_id: string;
        question_id: string;
        answer: string | null;
      }>(ANSWERS, [locationId, ticketId, questionId, limit]);
      return rows.map(
        ({ location_id, ticket_id, question_id, answer }): PersonalRow => ({
          id: ticket_id,
          texts: personalTextsOf(ticket_id, answer),
          cursor: [location_id, ticket_id, question_id],
        }),
      );
    },
    *waitingMailTexts(after, limit) {
      return (yield* session.ask<MailHead>(MAILS, [String(after?.[0] ?? ''), limit])).map(waitingMailOf);
    },
    *waitingMailsOfIds(ids) {
      return (yield* session.ask<MailHead>(MAILS_OF_IDS, [ids])).map(waitingMailOf);
    },
    checkInsOf: ({ appointments, tickets }) => session.ask<CheckedInPair>(CHECK_INS, [appointments, tickets]),
    noteAccess: (entry, changeId, now) => writeAudit(session, [accessAuditDraft(entry)], entry, { now, changeId }),
    notePersonalData: (entry, changeId, now) =>
      writeAudit(session, [personalAuditDraft(entry)], entry, { now, changeId }),
  };
}
