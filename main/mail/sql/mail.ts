/** SQL for mails. */
import { sql, upsertInto } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { isListOf, isNumber, isOneOf, isShaped, isText, readKept } from '../../database/stored-json.ts';
import type { WaitingMail } from '../../personal-data/operations/personal-records.ts';
import { MAIL_FAULTS, MAIL_KINDS, MAIL_STATES } from '../contract/mail.ts';
import type {
  DueMail,
  DueMails,
  MailAttachment,
  MailContent,
  MailRecord,
  MailRows,
} from '../operations/mail-records.ts';

const ONE = sql('mail', 'SELECT id, record FROM mail WHERE id = $1');

const PUT = sql('put-mail', upsertInto('mail', ['id'], ['created_at', 'next_try_at', 'record', 'content']));

const AGAIN = sql('try-mail-again', 'UPDATE mail SET next_try_at = $1, record = $2 WHERE id = $3');

const END = sql('end-mail', "UPDATE mail SET next_try_at = NULL, record = $1, content = '' WHERE id = $2");

const ASIDE = sql('put-mail-aside', 'UPDATE mail SET next_try_at = NULL WHERE id = $1');

const DUE = sql(
  'due-mails',
  'SELECT id, record, content FROM mail WHERE next_try_at <= $1 ORDER BY next_try_at, id LIMIT $2',
);

const NEXT = sql(
  'next-mail',
  'SELECT next_try_at AS at FROM mail WHERE next_try_at IS NOT NULL ORDER BY next_try_at, id LIMIT 1',
);

const WAITING = sql(
  'waiting-mails',
  'SELECT count(*) AS count FROM (SELECT 1 FROM mail WHERE next_try_at IS NOT NULL LIMIT $1) AS waiting',
);

const NEWEST = sql('mails', 'SELECT id, record FROM mail ORDER BY created_at DESC, id DESC LIMIT $1');

const DROP = sql('drop-mails', 'DELETE FROM mail WHERE created_at < $1 AND next_try_at IS NULL');

interface Row {
  readonly id: string;
  readonly record: string;
}

const isMail = isShaped<MailRecord>({
  id: isText,
  kind: isOneOf(MAIL_KINDS),
  createdAt: isNumber,
  state: isOneOf(MAIL_STATES),
  attempts: isNumber,
  triedAt: isNumber,
  nextTryAt: isNumber,
  fault: isOneOf(MAIL_FAULTS),
  said: isText,
});

const isContent = isShaped<MailContent>({
  to: isText,
  subject: isText,
  text: isText,
  attachments: isListOf(isShaped<MailAttachment>({ name: isText, type: isText, base64: isText })),
});

/** Reads and validates a stored mail. */
function mailOf(id: string, record: string): MailRecord | null {
  return readKept<MailRecord>(record, isMail, { table: 'mail', id });
}

interface DueRow {
  readonly id: string;
  readonly record: string;
  readonly content: string;
}

/** The mails of these rows, and the ids of unreadable ones. */
function dueMailsOf(rows: readonly DueRow[]): DueMails {
  const due: DueMail[] = [];
  const unreadable: string[] = [];
  for (const { id, record: text, content: body } of rows) {
    const record = mailOf(id, text);
    const content = readKept<MailContent>(body, isContent, { table: 'mail', id });
    if (record === null || content === null) unreadable.push(id);
    else due.push({ record, content });
  }
  return { due, unreadable };
}

/** Precedes the attachments in a mail's JSON, which can be long. Within a text, quotes are escaped. */
export const BEFORE_ATTACHMENTS = ',"attachments":';

/** JSON of a mail up to its attachments. */
export interface MailHead {
  readonly id: string;
  readonly head: string;
}

const isWritten = isShaped<Omit<WaitingMail, 'id'>>({ to: isText, subject: isText, text: isText });

/** Token of a password reset in a mail, which no export may show. */
const RESET_TOKEN = /#reset=[\w-]+/g;

/** A waiting mail; of a damaged one, the readable part. */
export function waitingMailOf({ id, head: stored }: MailHead): WaitingMail {
  const head = stored.replaceAll(RESET_TOKEN, '#reset=…');
  const content = readKept<Omit<WaitingMail, 'id'>>(`${head}}`, isWritten, { table: 'mail', id });
  if (content === null) return { id, to: '', subject: '', text: head };
  const { to, subject, text } = content;
  return { id, to, subject, text };
}

export function mailRows(db: SqlRunner): MailRows {
  return {
    *mail(id) {
      const row = yield* db.one<Row>(ONE, id);
      return row === null ? null : mailOf(row.id, row.record);
    },
    putMail: (record, content) =>
      db.run(PUT, record.id, record.createdAt, record.nextTryAt, db.json(record), db.json(content)),
    endMail: (record) =>
      record.state === 'waiting'
        ? db.run(AGAIN, record.nextTryAt, db.json(record), record.id)
        : db.run(END, db.json(record), record.id),
    *dueMails(until, limit) {
      return dueMailsOf(yield* db.all<Row & { readonly content: string }>(DUE, until, limit));
    },
    putMailAside: (id) => db.run(ASIDE, id),
    *nextMail() {
      return (yield* db.one<{ readonly at: number }>(NEXT))?.at ?? null;
    },
    *waitingMails(limit) {
      return (yield* db.one<{ readonly count: number }>(WAITING, limit))?.count ?? 0;
    },
    *mails(limit) {
      return (yield* db.all<Row>(NEWEST, limit)).flatMap(({ id, record }) => mailOf(id, record) ?? []);
    },
    dropMails: (before) => db.run(DROP, before),
  };
}
