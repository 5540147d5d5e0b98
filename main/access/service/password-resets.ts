/**
 * Password reset by mail.
 *
 * - A request returns at once, before the user is looked up: neither answer nor time reveals an account.
 * - The link begins with `public_url`, never with a header of the request. The token is in its fragment, which browsers
 *   do not send.
 * - One transaction sets the password and ends all tokens and sessions, so that a token works once on all servers.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import type { ClockAndLog } from '../../lib/context.ts';
import { messageOf } from '../../lib/error-message.ts';
import { publicAddress } from '../../lib/public-url.ts';
import { codedRefusal, type Refusal } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { serverText } from '../../lib/server-texts.ts';
import type { User } from '../../site/contract/site.ts';
import { rolesOf } from '../../site/rules/rights.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import { MAX_RESET_TOKENS, RESET_TOKEN_MS, validResetTokens, writeResetTokens } from '../rules/reset-tokens.ts';
import type { Passwords } from './auth.ts';

/** Requests that wait for their look-up, of all callers. */
const MAX_PENDING = 200;
/** The look-up begins within this time after the answer, so that later requests reveal nothing either. */
const MAX_DELAY_MS = 1_000;
/** Maximum users with the same mail address that get a mail each. */
const MAX_NAMESAKES = 5;
/** Attempts of a write while other servers change the site. */
const MAX_WRITES = 10;
/** Permissions of users who work in the back office; others work at the counter. */
const OFFICE_ROLES: readonly string[] = ['admin_site', 'admin_branch', 'reports_view', 'audit_view'];

/** Mail as the outbox takes it. */
interface ResetMail {
  readonly kind: 'password';
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Outbox of the server. */
export interface ResetPost {
  isSetUp(): boolean;
  send(mail: ResetMail): Promise<Result<unknown, Refusal>>;
}

export interface PasswordResetsDeps extends ClockAndLog {
  readonly sites: SiteHolder;
  readonly passwords: Passwords;
  /** Null: this server sends no mail. */
  readonly post: ResetPost | null;
}

export interface PasswordResets {
  /** Whether mail and `public_url` are set up. */
  isAvailable(): boolean;
  /**
   * Mails a link to the user with this name or mail address, if there is one. Error 7 or 107, whether or not there is.
   * @param address of the caller, for the log
   */
  request(name: string, address: string): Result<null, Refusal>;
  /** Mails a link to a user. Errors 5, 7 and 107. */
  mailTo(user: User, by: AuditActor): Promise<Result<null, Refusal>>;
  /** Sets the password, and ends all sessions and tokens of the user. Error 6 for an invalid token, 5 for the password. */
  complete(token: string, newPassword: string): Promise<Result<{ readonly userId: string }, Refusal>>;
  close(): void;
}

const NOT_SET_UP = codedRefusal('password_reset_unavailable');
const INVALID_TOKEN = codedRefusal('reset_token_invalid', { parameter: 'token' });
const NO_ADDRESS = codedRefusal('user_without_mail_address', { parameter: 'id' });

export function createPasswordResets({ sites, passwords, post, clock, log }: PasswordResetsDeps): PasswordResets {
  const { credentials } = sites;
  const pending = new Set<() => void>();
  /** One at a time: a flood of requests must not delay other work of the store. */
  let last: Promise<void> = Promise.resolve();

  const generationOf = (userId: string): number => credentials.user(userId)?.generation ?? 0;

  const isAvailable = (): boolean =>
    post?.isSetUp() === true && publicAddress(sites.current().settings.public_url, '') !== null;

  /** The active users with this name, or else with this mail address. */
  function usersOf(name: string): readonly User[] {
    const site = sites.current();
    const named = site.user(name);
    if (named !== undefined) return named.state === 1 ? [named] : [];
    const wanted = name.toLowerCase();
    return site.users
      .filter(({ state, email }) => state === 1 && email.trim().toLowerCase() === wanted)
      .slice(0, MAX_NAMESAKES);
  }

  /** Stores a new token. Null if the user has as many valid ones as allowed. */
  async function newToken(user: User, by: AuditActor | undefined): Promise<string | null> {
    const token = randomBytes(32).toString('base64url');
    for (let writes = 0; writes < MAX_WRITES; writes += 1) {
      await credentials.reload();
      const now = clock.now();
      const generation = generationOf(user.id);
      const valid = validResetTokens(credentials.resetTokens(user.id), generation, now);
      if (valid.length >= MAX_RESET_TOKENS) return null;
      const tokens = [...valid, { hash: hashToken(token), until: now + RESET_TOKEN_MS }];
      const secret = writeResetTokens({ generation, tokens });
      if (await credentials.writeIfCurrent([{ kind: 'reset', id: user.id, secret }], by)) return token;
    }
    throw new Error('The site changes too often.');
  }

  async function mailTo(user: User, by?: AuditActor): Promise<Result<null, Refusal>> {
    const { settings } = sites.current();
    if (post === null || !isAvailable()) return fail(NOT_SET_UP);
    if (!user.email.includes('@')) return fail(NO_ADDRESS);
    const token = await newToken(user, by);
    if (token === null) return fail({ errno: ERRNO.tooMany, retryAfterSeconds: RESET_TOKEN_MS / 1_000 });
    const page = rolesOf(user, sites.current().file).some((role) => OFFICE_ROLES.includes(role)) ? 'admin' : 'counter';
    const link = `${publicAddress(settings.public_url, page)}#reset=${token}`;
    const language = sites.current().location(user.locations[0] ?? '')?.languages[0] ?? settings.default_lang;
    const values = { user: user.username, link, minutes: RESET_TOKEN_MS / 60_000 };
    const sent = await post.send({
      kind: 'password',
      to: [user.email.trim()],
      subject: serverText(language, 'password-mail', 'subject'),
      text: serverText(language, 'password-mail', 'text', values),
    });
    if (!sent.ok) return fail(sent.error.parameter === 'to' ? NO_ADDRESS : sent.error);
    log.info('auth.password-reset-mailed', { user: user.id, by: by?.id ?? '' });
    return ok(null);
  }

  /** Never rejects, and never logs the typed name. */
  async function find(name: string, address: string): Promise<void> {
    try {
      const users = usersOf(name);
      if (users.length === 0) log.info('auth.password-reset-ignored', { address, user: '', reason: 'no such user' });
      for (const user of users) {
        const mailed = await mailTo(user);
        if (mailed.ok) continue;
        const reason = mailed.error.errno === ERRNO.tooMany ? 'links were mailed recently' : 'no mail address';
        log.info('auth.password-reset-ignored', { address, user: user.id, reason });
      }
    } catch (error) {
      log.warn('auth.password-reset-failed', { error: messageOf(error) });
    }
  }

  /** The user of a valid token. */
  function userWith(token: string): User | null {
    const hash = hashToken(token);
    const userId = credentials.userWithResetToken(hash) ?? '';
    const user = sites.current().user(userId);
    if (user === undefined || user.id !== userId || user.state !== 1) return null;
    const valid = validResetTokens(credentials.resetTokens(userId), generationOf(userId), clock.now());
    return valid.some((each) => each.hash === hash) ? user : null;
  }

  return {
    isAvailable,
    request(name, address) {
      if (!isAvailable()) return fail(NOT_SET_UP);
      if (pending.size >= MAX_PENDING) return fail({ errno: ERRNO.tooMany, retryAfterSeconds: 60 });
      const cancel = clock.after(randomInt(MAX_DELAY_MS), () => {
        last = last.then(() => find(name.trim(), address)).finally(() => pending.delete(cancel));
      });
      pending.add(cancel);
      return ok(null);
    },
    mailTo,
    async complete(token, newPassword) {
      await credentials.reload();
      const found = userWith(token);
      if (found === null) return fail(INVALID_TOKEN);
      const change = await passwords.changeOf(found.id, '', newPassword);
      if (!change.ok) return change;
      for (let writes = 0; writes < MAX_WRITES; writes += 1) {
        await credentials.reload();
        // Checked again without a pause before the write: another server may have used the token meanwhile.
        const user = userWith(token);
        if (user?.id !== found.id) return fail(INVALID_TOKEN);
        const changes = [change.value, { kind: 'reset', id: user.id, secret: '' } as const];
        if (await credentials.writeIfCurrent(changes, { kind: 'user', id: user.id })) return ok({ userId: user.id });
      }
      throw new Error('The site changes too often.');
    },
    close() {
      for (const cancel of pending) cancel();
      pending.clear();
    },
  };
}

/** 256 random bits need no slow hash. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
