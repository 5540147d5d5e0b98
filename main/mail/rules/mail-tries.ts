/** Retry schedule of a mail. */
import type { MailFault, MailState } from '../contract/mail.ts';

const FIRST_MS = 60_000;
const LONGEST_MS = 3_600_000;

/** How long a mail is retried after its creation. */
export const MAIL_FOR_MS = 86_400_000;

export interface MailOutcome {
  readonly state: MailState;
  /** Epoch milliseconds; 0 unless the mail waits. */
  readonly nextTryAt: number;
}

/**
 * State of a mail after an attempt. The retry delay starts at a minute and doubles up to an hour, with jitter over its
 * second half by `random` (0 to 1). Gives up if the next attempt would be after a day; at once on a permanent
 * rejection.
 */
export function afterMailTry(
  fault: MailFault,
  attempts: number,
  { createdAt, now, random }: { readonly createdAt: number; readonly now: number; readonly random: number },
): MailOutcome {
  if (fault === '') return { state: 'sent', nextTryAt: 0 };
  if (fault === 'refused') return { state: 'failed', nextTryAt: 0 };
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(30, attempts - 1));
  const nextTryAt = Math.round(now + full / 2 + (full / 2) * random);
  return nextTryAt - createdAt > MAIL_FOR_MS ? { state: 'failed', nextTryAt: 0 } : { state: 'waiting', nextTryAt };
}

const MAX_SAID = 300;

/** Response of a mail server for log and display: on one line, without addresses. */
export function shownReply(reply: string): string {
  if (!/^[2-5]\d\d(?:[ -]|$)/.test(reply)) return '';
  const plain = reply
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/<?[^\s<>@]+@[^\s<>@]+>?/g, '…')
    .trim();
  return plain.length <= MAX_SAID ? plain : `${plain.slice(0, MAX_SAID).toWellFormed()}…`;
}
