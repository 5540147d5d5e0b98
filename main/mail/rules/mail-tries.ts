/** Retry schedule of a mail. */
import type { MailFault, MailKind, MailState } from '../contract/mail.ts';

const FIRST_MS = 60_000;
const LONGEST_MS = 3_600_000;

/** How long a mail is retried after its creation. */
export const MAIL_FOR_MS = 86_400_000;

/** The link in it is valid for 30 minutes. */
const PASSWORD_FOR_MS = 30 * 60_000;

/** Whether a mail is useless by now. Other mails are sent even after a day without a server. */
export function isTooLate(kind: MailKind, createdAt: number, now: number): boolean {
  return kind === 'password' && now - createdAt > PASSWORD_FOR_MS;
}

/** How long a mail of this kind is retried. */
function retriedForMs(kind: MailKind): number {
  return kind === 'password' ? PASSWORD_FOR_MS : MAIL_FOR_MS;
}

export interface MailOutcome {
  readonly state: MailState;
  /** Epoch milliseconds; 0 unless the mail waits. */
  readonly nextTryAt: number;
}

interface Attempted {
  readonly kind: MailKind;
  readonly createdAt: number;
  readonly now: number;
  /** 0 to 1. */
  readonly random: number;
}

/**
 * State of a mail after an attempt. The retry delay starts at a minute and doubles up to an hour, with jitter over its
 * second half by `random` (0 to 1). Gives up if the next attempt would be too late (`retriedForMs`); at once
 * on a permanent rejection.
 */
export function afterMailTry(
  fault: MailFault,
  attempts: number,
  { kind, createdAt, now, random }: Attempted,
): MailOutcome {
  if (fault === '') return { state: 'sent', nextTryAt: 0 };
  if (fault === 'refused') return { state: 'failed', nextTryAt: 0 };
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(30, attempts - 1));
  const nextTryAt = Math.round(now + full / 2 + (full / 2) * random);
  return nextTryAt - createdAt > retriedForMs(kind)
    ? { state: 'failed', nextTryAt: 0 }
    : { state: 'waiting', nextTryAt };
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
