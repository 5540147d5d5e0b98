/** Logging in and choosing a password, with the same effort for every name and only so many tries. */
import { randomBytes } from 'node:crypto';
import { ERRNO } from '../../contract/errno.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from '../../contract/rest/login.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import type { User } from '../../contract/site.ts';
import { countAttempts } from '../../core/attempts.ts';
import type { Refusal } from '../refusal.ts';
import type { CredentialBook } from './credential-book.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** Passwords checked at once: the others of Node's four helper threads stay free for files and names. */
const AT_ONCE = 2;
/** Logins that may wait for that; past it the server says that it has too much to do. */
const MOST_WAITING = 100;
const BUSY_RETRY_SECONDS = 5;

export interface PasswordTry {
  /** The user that is meant, if there is one who works here. */
  readonly user: User | undefined;
  /** The name as it was given. */
  readonly name: string;
  readonly address: string;
  readonly password: string;
  readonly now: number;
  /** Whether a user who has no password may come in without one. */
  readonly mayBeWithout: boolean;
}

export interface Passwords {
  /** The user, or 106, or 107. */
  check(attempt: PasswordTry): Promise<Result<User, Refusal>>;
  /** Errno 5 for one that is too short, too long or the old one. Ends the user's keys. */
  change(userId: string, before: string, after: string): Promise<Result<null, Refusal>>;
}

export function createPasswords(credentials: CredentialBook, hasher: PasswordHasher): Passwords {
  const attempts = countAttempts();
  /** Nobody's password: checked for whoever has none, so that it takes as long. */
  const nobodys = hasher.hash(randomBytes(32).toString('base64url'));
  nobodys.catch(() => {}); // Whoever awaits it gets the fault.
  const waiting: (() => void)[] = [];
  let running = 0;

  /** A free place, or false when too many wait for one. */
  async function takePlace(): Promise<boolean> {
    if (running < AT_ONCE) {
      running += 1;
      return true;
    }
    if (waiting.length >= MOST_WAITING) return false;
    await new Promise<void>((resolve) => waiting.push(resolve));
    return true;
  }

  function leavePlace(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async check({ user, name, address, password, now, mayBeWithout }) {
      const secret = user === undefined ? '' : (credentials.user(user.id)?.secret ?? '');
      if (user !== undefined && secret === '' && mayBeWithout) return ok(user);
      const who = `${user?.id ?? name}\n${address}`;
      const waitMs = attempts.begin(who, now);
      if (waitMs > 0) return fail({ errno: ERRNO.tooMany, retryAfterSeconds: Math.ceil(waitMs / 1000) });
      if (!(await takePlace())) {
        attempts.forgive(who, now);
        return fail({ errno: ERRNO.tooMany, retryAfterSeconds: BUSY_RETRY_SECONDS });
      }
      let right: boolean;
      try {
        right = await hasher.verify(password, secret === '' ? await nobodys : secret);
      } finally {
        leavePlace();
      }
      if (!right || user === undefined || secret === '') return fail({ errno: ERRNO.loginRefused });
      attempts.forgive(who, now);
      return ok(user);
    },
    async change(userId, before, after) {
      const length = [...after].length;
      if (length < MIN_PASSWORD || length > MAX_PASSWORD || after.trim() === '' || after === before) {
        return fail({
          errno: ERRNO.invalidParameters,
          error: `The new password must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters, not blanks alone, and be another one.`,
          parameter: 'new_password',
        });
      }
      const change = { kind: 'user', id: userId, secret: await hasher.hash(after), mustChange: false } as const;
      await credentials.write([change], { kind: 'user', id: userId });
      return ok(null);
    },
  };
}
