/** Mail to be sent: each is added once, and what is in it goes as soon as it is sent or given up. */
import { ERRNO } from '../../contract/errno.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import type { MailTry, NewMail } from '../mail.ts';
import type { QueueFault } from '../request.ts';
import type { Steps } from '../step.ts';
import type { GlobalUnit } from '../unit.ts';

/** That wait at a time. A part that sends without end must not fill the disk while the mail server is away. */
const MAX_WAITING = 5_000;
/** Room that reports leave: alarms are mailed also while very many reports wait. */
const ROOM_FOR_ALARMS = 1_000;

/** How many were new. 107 when very many wait already: then none is added. */
export function* putMails(
  { rows, now }: GlobalUnit,
  { mails }: { readonly mails: readonly NewMail[] },
): Steps<Result<{ readonly added: number }, QueueFault>> {
  const most = mails.every(({ kind }) => kind === 'alarm') ? MAX_WAITING : MAX_WAITING - ROOM_FOR_ALARMS;
  if ((yield* rows.waitingMails(most)) >= most) {
    return fail({ errno: ERRNO.tooMany, error: `${most} mails wait to be sent already.` });
  }
  let added = 0;
  for (const { id, kind, content } of mails) {
    if ((yield* rows.mail(id)) !== null) continue;
    const record = {
      id,
      kind,
      createdAt: now,
      state: 'waiting',
      attempts: 0,
      triedAt: 0,
      fault: '',
      said: '',
    } as const;
    yield* rows.putMail({ ...record, nextTryAt: now }, content);
    added += 1;
  }
  return ok({ added });
}

/** How a try went. What is in the mail stays only while it waits. */
export function* endMailTry({ rows }: GlobalUnit, done: MailTry): Steps<Result<null, QueueFault>> {
  const record = yield* rows.mail(done.id);
  if (record === null || record.state !== 'waiting') return ok(null);
  yield* rows.endMail({ ...record, ...done });
  return ok(null);
}

/** Ends the waiting of mails whose rows are damaged, so that the others are sent. */
export function* putMailsAside(
  { rows }: GlobalUnit,
  { ids }: { readonly ids: readonly string[] },
): Steps<Result<null, QueueFault>> {
  for (const id of ids) yield* rows.putMailAside(id);
  return ok(null);
}

/** Forgets those that were sent or given up and are older. */
export function* tidyMails(
  { rows }: GlobalUnit,
  { before }: { readonly before: number },
): Steps<Result<null, QueueFault>> {
  yield* rows.dropMails(before);
  return ok(null);
}
