import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { asJson, statement } from '../../../database/postgres/statement.ts';
import type { MailRows } from '../../operations/mail-rows.ts';
import { dueMailsOf, mailOf } from '../stored-mail.ts';

const ONE = statement('mail', 'SELECT id, record FROM mail WHERE id = $1');
const PUT = statement(
  'put-mail',
  `INSERT INTO mail (id, created_at, next_try_at, record, content) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, next_try_at = excluded.next_try_at,
    record = excluded.record, content = excluded.content`,
);
const AGAIN = statement('try-mail-again', 'UPDATE mail SET next_try_at = $1, record = $2 WHERE id = $3');
const END = statement('end-mail', "UPDATE mail SET next_try_at = NULL, record = $1, content = '' WHERE id = $2");
const ASIDE = statement('put-mail-aside', 'UPDATE mail SET next_try_at = NULL WHERE id = $1');
const DUE = statement(
  'due-mails',
  'SELECT id, record, content FROM mail WHERE next_try_at <= $1 ORDER BY next_try_at, id LIMIT $2',
);
const NEXT = statement(
  'next-mail',
  'SELECT next_try_at AS at FROM mail WHERE next_try_at IS NOT NULL ORDER BY next_try_at, id LIMIT 1',
);
const WAITING = statement(
  'waiting-mails',
  'SELECT count(*) AS count FROM (SELECT 1 FROM mail WHERE next_try_at IS NOT NULL LIMIT $1) AS waiting',
);
const NEWEST = statement('mails', 'SELECT id, record FROM mail ORDER BY created_at DESC, id DESC LIMIT $1');
const DROP = statement('drop-mails', 'DELETE FROM mail WHERE created_at < $1 AND next_try_at IS NULL');

interface Row {
  readonly id: string;
  readonly record: string;
}

export function mailRows(session: DatabaseSession): MailRows {
  return {
    *mail(id) {
      const [row] = yield* session.ask<Row>(ONE, [id]);
      return row === undefined ? null : mailOf(row.id, row.record);
    },
    *putMail(record, content) {
      yield* session.change(PUT, [record.id, record.createdAt, record.nextTryAt, asJson(record), asJson(content)]);
    },
    *endMail(record) {
      if (record.state === 'waiting') {
        yield* session.change(AGAIN, [record.nextTryAt, asJson(record), record.id]);
      } else {
        yield* session.change(END, [asJson(record), record.id]);
      }
    },
    *dueMails(until, limit) {
      return dueMailsOf(yield* session.ask<Row & { readonly content: string }>(DUE, [until, limit]));
    },
    *putMailAside(id) {
      yield* session.change(ASIDE, [id]);
    },
    *nextMail() {
      const [row] = yield* session.ask<{ readonly at: number }>(NEXT, []);
      return row?.at ?? null;
    },
    *waitingMails(limit) {
      const [row] = yield* session.ask<{ readonly count: number }>(WAITING, [limit]);
      return row?.count ?? 0;
    },
    *mails(limit) {
      return (yield* session.ask<Row>(NEWEST, [limit])).flatMap(({ id, record }) => mailOf(id, record) ?? []);
    },
    *dropMails(before) {
      yield* session.change(DROP, [before]);
    },
  };
}
