/** SQL that reads personal data in pages, and records the access in the audit log. */
import type { AuditDraft } from '../../audit/sql/audit-draft.ts';
import { writeAudit } from '../../audit/sql/audit-log.ts';
import { sql } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { personalTextsOf } from '../../forms/sql/visits.ts';
import { BEFORE_ATTACHMENTS, type MailHead, waitingMailOf } from '../../mail/sql/mail.ts';
import { FLAG, PERSONAL_FIELDS, type PersonalField } from '../../queue/contract/records.ts';
import { TICKET_COLUMN } from '../../queue/sql/columns.ts';
import type { AccessNote, CheckedInPair, PersonalAudit, PersonalRow } from '../operations/personal-records.ts';
import type { PersonalRows } from '../operations/personal-rows.ts';

/** For a ticket that did not come from a card, the device is not personal. */
const TICKET_TEXTS = PERSONAL_FIELDS.map((field) => TICKET_COLUMN[field]);

type TicketTexts = Readonly<Record<(typeof TICKET_COLUMN)[PersonalField] | 'id' | 'location_id', string>> & {
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

const TICKETS = sql(
  'personal-ticket-texts',
  ({ indexedBy }) => `SELECT location_id, issued_at, id, ${TICKET_TEXTS.join(', ')}
  FROM ticket ${indexedBy('ticket_personal')}
  WHERE (${IS_PERSONAL}) AND (location_id, issued_at, id) > ($1, CAST($2 AS bigint), $3)
  ORDER BY location_id, issued_at, id LIMIT $4`,
);
const ANSWERS = sql('answer-texts', ({ inPostgres }) => {
  const key = `${inPostgres('location_id, ')}ticket_id, question_id`;
  return `SELECT ${key}, answer FROM form_answer WHERE (${key}) > (${inPostgres('$1, ')}$2, $3) ORDER BY ${key} LIMIT $4`;
});
const MAIL_HEAD = {
  sqlite: `CASE WHEN instr(content, '${BEFORE_ATTACHMENTS}') > 0
    THEN substr(content, 1, instr(content, '${BEFORE_ATTACHMENTS}') - 1) ELSE content END`,
  postgres: `split_part(content, '${BEFORE_ATTACHMENTS}', 1)`,
};
const MAILS = sql(
  'waiting-mail-texts',
  ({ engine }) => `SELECT id, ${MAIL_HEAD[engine]} AS head FROM mail
  WHERE next_try_at IS NOT NULL AND id > $1 ORDER BY id LIMIT $2`,
);
const MAILS_OF_IDS = sql(
  'waiting-mails-of-ids',
  ({ engine, isIn }) => `SELECT id, ${MAIL_HEAD[engine]} AS head FROM mail
  WHERE next_try_at IS NOT NULL AND ${isIn('id', 1)}`,
);
const CHECK_INS = sql(
  'check-ins-of',
  ({ isIn, inPostgres }) => `SELECT appointment_id AS "appointmentId", ticket_id AS "ticketId" FROM check_in
  WHERE ${isIn('appointment_id', 1)}
  UNION SELECT check_in.appointment_id, check_in.ticket_id FROM ticket
    JOIN check_in ON ${inPostgres('check_in.location_id = ticket.location_id AND ')}check_in.ticket_id = ticket.id
  WHERE ${isIn('ticket.id', 2)}`,
);

interface AnswerTexts {
  /** Absent in SQLite. */
  readonly location_id?: string;
  readonly ticket_id: string;
  readonly question_id: string;
  readonly answer: string | null;
}

export function personalRows(db: SqlRunner): PersonalRows {
  return {
    *personalTicketTexts(after, limit) {
      const [locationId = '', issuedAt = Number.MIN_SAFE_INTEGER, id = ''] = after ?? [];
      const rows = yield* db.all<TicketTexts>(TICKETS, locationId, issuedAt, id, limit);
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
      const rows = yield* db.all<AnswerTexts>(ANSWERS, locationId, ticketId, questionId, limit);
      return rows.map(
        ({ location_id = '', ticket_id, question_id, answer }): PersonalRow => ({
          id: ticket_id,
          texts: personalTextsOf(ticket_id, answer),
          cursor: [location_id, ticket_id, question_id],
        }),
      );
    },
    *waitingMailTexts(after, limit) {
      return (yield* db.all<MailHead>(MAILS, String(after?.[0] ?? ''), limit)).map(waitingMailOf);
    },
    *waitingMailsOfIds(ids) {
      return (yield* db.all<MailHead>(MAILS_OF_IDS, ids)).map(waitingMailOf);
    },
    checkInsOf: ({ appointments, tickets }) => db.all<CheckedInPair>(CHECK_INS, appointments, tickets),
    noteAccess: (entry, changeId, now) => writeAudit(db, [accessDraft(entry)], entry, { now, changeId }),
    notePersonalData: (entry, changeId, now) => writeAudit(db, [personalDraft(entry)], entry, { now, changeId }),
  };
}

function accessDraft({ collection, itemId, action, fields }: AccessNote): AuditDraft {
  return { collection, itemId, itemName: '', action, fields: [...fields] };
}

/** Counts of erased or exported items, and the actor; never the person. */
function personalDraft({ action, counts }: PersonalAudit): AuditDraft {
  const fields = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([field, count]) => ({ field, before: '', after: String(count) }));
  return { collection: 'personal_data', itemId: '', itemName: '', action, fields };
}
