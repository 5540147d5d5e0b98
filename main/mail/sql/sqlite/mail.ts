import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { MailRows } from '../../operations/mail-rows.ts';
import { dueMailsOf, mailOf } from '../stored-mail.ts';

const ONE = 'SELECT id, record FROM mail WHERE id = ?';
const PUT = 'INSERT OR REPLACE INTO mail (id, created_at, next_try_at, record, content) VALUES (?, ?, ?, ?, ?)';
const AGAIN = 'UPDATE mail SET next_try_at = ?, record = ? WHERE id = ?';
const END = "UPDATE mail SET next_try_at = NULL, record = ?, content = '' WHERE id = ?";
const ASIDE = 'UPDATE mail SET next_try_at = NULL WHERE id = ?';
const DUE = 'SELECT id, record, content FROM mail WHERE next_try_at <= ? ORDER BY next_try_at, id LIMIT ?';
const NEXT = 'SELECT next_try_at AS at FROM mail WHERE next_try_at IS NOT NULL ORDER BY next_try_at, id LIMIT 1';
const WAITING = 'SELECT count(*) AS count FROM (SELECT 1 FROM mail WHERE next_try_at IS NOT NULL LIMIT ?)';
const NEWEST = 'SELECT id, record FROM mail ORDER BY created_at DESC, id DESC LIMIT ?';
const DROP = 'DELETE FROM mail WHERE created_at < ? AND next_try_at IS NULL';

interface Row {
  readonly id: string;
  readonly record: string;
}

export function mailRows(db: Db): MailRows {
  return {
    mail(id) {
      const row = db.get<Row>(ONE, id);
      return atOnce(row === undefined ? null : mailOf(row.id, row.record));
    },
    putMail(record, content) {
      db.run(PUT, record.id, record.createdAt, record.nextTryAt, JSON.stringify(record), JSON.stringify(content));
      return DONE;
    },
    endMail(record) {
      if (record.state === 'waiting') db.run(AGAIN, record.nextTryAt, JSON.stringify(record), record.id);
      else db.run(END, JSON.stringify(record), record.id);
      return DONE;
    },
    dueMails: (until, limit) => atOnce(dueMailsOf(db.all<Row & { readonly content: string }>(DUE, until, limit))),
    putMailAside(id) {
      db.run(ASIDE, id);
      return DONE;
    },
    nextMail: () => atOnce(db.get<{ readonly at: number }>(NEXT)?.at ?? null),
    waitingMails: (limit) => atOnce(db.get<{ readonly count: number }>(WAITING, limit)?.count ?? 0),
    mails: (limit) => atOnce(db.all<Row>(NEWEST, limit).flatMap(({ id, record }) => mailOf(id, record) ?? [])),
    dropMails(before) {
      db.run(DROP, before);
      return DONE;
    },
  };
}
