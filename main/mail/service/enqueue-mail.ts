/**
 * Queue of outgoing mail for all parts of the program.
 *
 * Mails are written to the database outbox, from which one server sends them (`outbox.ts`). So retries survive
 * restarts.
 */

import { createHash, randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/context.ts';
import { codedRefusal, type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import type { MailKind } from '../contract/mail.ts';
import type { NewMail } from '../operations/mail-records.ts';
import { isMailAddress } from '../rules/mail-address.ts';
import { senderOf } from '../rules/mail-settings.ts';

/** Mail systems accept 10 MB or more; attachments grow by a third in transit. */
const MAX_BYTES = 7 * 1024 * 1024;
const MAX_RECIPIENTS = 100;
const MAX_SUBJECT = 200;
const MAX_TEXT = 100_000;

export interface Mail {
  readonly kind: MailKind;
  /** Each gets a separate mail, and does not see the others. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly content: Uint8Array }[];
  /**
   * Deduplication key over all servers and restarts: the same key is not sent to the same address again, for the 30
   * days of the mail log. Without a key every call sends.
   */
  readonly key?: string;
}

export interface MailQueue {
  /** Whether a mail server is configured. */
  isSetUp(): boolean;
  /**
   * Resolves when the mail is stored, with the number of new mails; does not wait for the mail server. 7 without a mail
   * server, 5 for an invalid mail, 107 if the outbox is full.
   */
  send(mail: Mail): Promise<Result<{ readonly added: number }, Refusal>>;
  /**
   * The rows of a mail, one per address, for callers that write them in their own transaction and then call `wake`.
   * Errors 7 and 5 as above.
   */
  written(mail: Mail): Result<readonly NewMail[], Refusal>;
  /** Signals that there are mails to send. */
  wake(): void;
}

export interface PostDeps {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly clock: Clock;
  /** Called when there are mails to send. */
  readonly wake: () => void;
}

export const NO_MAIL_SERVER = codedRefusal('mail_server_missing');

export function createPost({ store, site, clock, wake }: PostDeps): MailQueue {
  const isSetUp = (): boolean => senderOf(site.current().settings) !== null;
  const written = (mail: Mail): Result<readonly NewMail[], Refusal> =>
    isSetUp() ? asMails(mail) : fail(NO_MAIL_SERVER);
  return {
    isSetUp,
    written,
    wake,
    async send(mail) {
      const mails = written(mail);
      if (!mails.ok) return mails;
      let added = 0;
      // One by one: many copies of an attachment would block a turn, and existing ones are not added again.
      for (const each of mails.value) {
        const put = await store.run('putMails', { mails: [each] }, { now: clock.now() });
        if (!put.ok) return put;
        added += put.value.added;
      }
      wake();
      return ok({ added });
    },
  };
}

function asMails({ kind, to, subject, text, attachments = [], key }: Mail): Result<readonly NewMail[], Refusal> {
  const addresses = [...new Set(to)];
  if (addresses.length === 0 || addresses.length > MAX_RECIPIENTS || !addresses.every(isMailAddress)) {
    return refuse(ERRNO.invalidParameters, 'to');
  }
  const size = attachments.reduce((sum, { content }) => sum + content.byteLength, 0);
  if (size > MAX_BYTES) return refuse(ERRNO.invalidParameters, 'attachments');
  const files = attachments.map(({ name, type, content }) => ({
    name,
    type,
    base64: Buffer.from(content).toString('base64'),
  }));
  // A line break in a subject would start another header.
  const oneLine = subject
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUBJECT)
    .toWellFormed();
  return ok(
    addresses.map((address) => ({
      id: key === undefined ? randomUUID() : idOf(key, address),
      kind,
      content: { to: address, subject: oneLine, text: text.slice(0, MAX_TEXT).toWellFormed(), attachments: files },
    })),
  );
}

/** Hash that reveals neither key nor address. */
function idOf(key: string, address: string): string {
  return createHash('sha256')
    .update(JSON.stringify([key, address]))
    .digest('hex')
    .slice(0, 40);
}
