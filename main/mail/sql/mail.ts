/** SQL for mails. */
import { sql, upsertInto } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import type { MailRows } from '../operations/mail-rows.ts';
import { dueMailsOf, mailOf } from './stored-mail.ts';

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
