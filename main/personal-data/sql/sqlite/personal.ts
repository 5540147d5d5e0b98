/** Reads personal data, page by page. */

import { writeAudit } from '../../../audit/sql/sqlite/write-audit.ts';
import { atOnce } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import { personalTextsOf } from '../../../forms/sql/stored-answers.ts';
import { BEFORE_ATTACHMENTS, type MailHead, waitingMailOf } from '../../../mail/sql/stored-mail.ts';
import type { PersonalRow } from '../../operations/personal-records.ts';
import type { PersonalRows } from '../../operations/personal-rows.ts';
import { accessAuditDraft, personalAuditDraft } from '../personal-audit.ts';
import { IS_PERSONAL, TICKET_TEXTS, type TicketTexts } from '../personal-texts.ts';

const TICKETS = `SELECT location_id, issued_at, id, ${TICKET_TEXTS.join(', ')} FROM ticket INDEXED BY ticket_personal
  WHERE (${IS_PERSONAL}) AND (location_id, issued_at, id) > (?, ?, ?) ORDER BY location_id, issued_at, id LIMIT ?`;
const ANSWERS = `SELECT ticket_id, question_id, answer FROM form_answer
  WHERE (ticket_id, question_id) > (?, ?) ORDER BY ticket_id, question_id LIMIT ?`;
const MAIL = `SELECT id, CASE WHEN instr(content, '${BEFORE_ATTACHMENTS}') > 0
    THEN substr(content, 1, instr(content, '${BEFORE_ATTACHMENTS}') - 1) ELSE content END AS head FROM mail
  WHERE next_try_at IS NOT NULL AND`;
const MAILS = `${MAIL} id > ? ORDER BY id LIMIT ?`;
const MAILS_OF_IDS = `${MAIL} id IN (SELECT value FROM json_each(?))`;
const CHECK_INS = `SELECT appointment_id AS appointmentId, ticket_id AS ticketId FROM check_in
  WHERE appointment_id IN (SELECT value FROM json_each(?))
  UNION SELECT appointment_id, ticket_id FROM check_in WHERE ticket_id IN (SELECT value FROM json_each(?))`;

export function personalRows(db: Db): PersonalRows {
  return {
    personalTicketTexts(after, limit) {
      const [locationId = '', issuedAt = Number.MIN_SAFE_INTEGER, id = ''] = after ?? [];
      const rows = db.all<TicketTexts>(TICKETS, locationId, issuedAt, id, limit);
      return atOnce(
        rows.map(
          (row): PersonalRow => ({
            id: row.id,
            texts: TICKET_TEXTS.map((column) => row[column]),
            cursor: [row.location_id, row.issued_at, row.id],
          }),
        ),
      );
    },
    answerTexts(after, limit) {
      const [ticketId = '', questionId = ''] = after ?? [];
      const rows = db.all<{ ticket_id: string; question_id: string; answer: string | null }>(
        ANSWERS,
        ticketId,
        questionId,
        limit,
      );
      return atOnce(
        rows.map(
          ({ ticket_id, question_id, answer }): PersonalRow => ({
            id: ticket_id,
            texts: personalTextsOf(ticket_id, answer),
            cursor: [ticket_id, question_id],
          }),
        ),
      );
    },
    waitingMailTexts: (after, limit) => atOnce(db.all<MailHead>(MAILS, after?.[0] ?? '', limit).map(waitingMailOf)),
    waitingMailsOfIds: (ids) => atOnce(db.all<MailHead>(MAILS_OF_IDS, JSON.stringify(ids)).map(waitingMailOf)),
    checkInsOf: ({ appointments, tickets }) =>
      atOnce(db.all(CHECK_INS, JSON.stringify(appointments), JSON.stringify(tickets))),
    noteAccess: (entry, changeId, now) => writeAudit(db, [accessAuditDraft(entry)], entry, { now, changeId }),
    notePersonalData: (entry, changeId, now) => writeAudit(db, [personalAuditDraft(entry)], entry, { now, changeId }),
  };
}
