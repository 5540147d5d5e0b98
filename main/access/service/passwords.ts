/** Login and password change, with equal effort for every name. */
import { refuseAs } from '../../lib/coded-refusal.ts';
import { ERRNO } from '../../lib/errno.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { User } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from '../contract/rest/login.ts';
import { isGuessable } from './common-passwords.ts';
import type { CredentialBook } from './credential-book.ts';
import type { LoginGate } from './login-throttle.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface PasswordTry {
  /** The active user with this name, if any. */
  readonly user: User | undefined;
  /** The name as typed. */
  readonly name: string;
  readonly address: string;
  readonly password: string;
  /** Whether a user without a password can log in. */
  readonly mayBeWithout: boolean;
}

export interface Passwords {
  /** The user, or error 106 or 107. */
  check(attempt: PasswordTry): Promise<Result<User, Refusal>>;
  /** Error 5 for a password that is too short, too long, unchanged or guessable. Revokes the user's tokens. */
  change(userId: string, before: string, after: string): Promise<Result<null, Refusal>>;
}

export interface PasswordsDeps {
  readonly credentials: CredentialBook;
  readonly hasher: PasswordHasher;
  readonly gate: LoginGate;
  readonly site: () => Site;
}

export function createPasswords({ credentials, hasher, gate, site }: PasswordsDeps): Passwords {
  /** Checked for users without a password, so that the response takes as long. */
  const nobodys = hasher.nobodys();

  return {
    async check({ user, name, address, password, mayBeWithout }) {
      const hasNone = user !== undefined && (credentials.user(user.id)?.secret ?? '') === '';
      if (hasNone && mayBeWithout) return ok(user);
      const turn = await gate.enter(user?.id ?? name, address);
      if (!turn.ok) return fail({ errno: ERRNO.tooMany, retryAfterSeconds: turn.error });
      let isRight = false;
      try {
        // Read after the wait: the password can have changed meanwhile.
        const secret = user === undefined ? '' : (credentials.user(user.id)?.secret ?? '');
        const isSame = await hasher.verify(password, secret === '' ? nobodys : secret);
        isRight = isSame && secret !== '';
      } finally {
        turn.value.end(isRight);
      }
      return isRight && user !== undefined ? ok(user) : fail({ errno: ERRNO.loginRefused });
    },
    async change(userId, before, after) {
      const length = [...after].length;
      if (length < MIN_PASSWORD || length > MAX_PASSWORD || after.trim() === '' || after === before) {
        const values = { min: MIN_PASSWORD, max: MAX_PASSWORD };
        return refuseAs('password_rejected', { parameter: 'new_password', values });
      }
      const { file } = site();
      const user = site().user(userId) ?? { id: userId, username: userId, name: '' };
      if (await isGuessable(after, user, file)) {
        return refuseAs('password_guessable', { parameter: 'new_password' });
      }
      const change = { kind: 'user', id: userId, secret: await hasher.hash(after), mustChange: false } as const;
      await credentials.write([change], { kind: 'user', id: userId });
      return ok(null);
    },
  };
}
