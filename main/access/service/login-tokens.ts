/** Login tokens: JWTs signed with HS256 only, valid for seven days. */
import { randomUUID } from 'node:crypto';
import { createSigner, createVerifier, TokenError } from 'fast-jwt';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { LOGIN_TOKEN_SECONDS } from '../operations/credentials.ts';

/** Maximum cached signatures. */
const CACHE_SIZE = 5_000;

export interface KeyOwner {
  readonly userId: string;
  /** Tokens of an earlier generation of the same user are revoked. */
  readonly generation: number;
}

/** A verified token. */
export interface ReadKey extends KeyOwner {
  /** Id of this token; empty in tokens of older versions. */
  readonly keyId: string;
  /** Expiry in epoch seconds. */
  readonly until: number;
}

export interface UserKeys {
  issue(owner: KeyOwner, now: number): string;
  /** Error 102 or 103. Does not check the user's permissions. */
  read(key: string, now: number): Result<ReadKey, typeof ERRNO.keyInvalid | typeof ERRNO.keyExpired>;
}

export function userKeys(secret: Buffer): UserKeys {
  const sign = createSigner({ key: secret, algorithm: 'HS256' });
  // The cache holds signatures only: every request checks the expiry against the given clock.
  const verify = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    cache: CACHE_SIZE,
    ignoreExpiration: true,
    ignoreNotBefore: true,
  });
  return {
    issue({ userId, generation }, now) {
      const seconds = Math.floor(now / 1000);
      return sign({
        sub: userId,
        gen: generation,
        iat: seconds,
        exp: seconds + LOGIN_TOKEN_SECONDS,
        jti: randomUUID(),
      });
    },
    read(key, now) {
      let claims: { readonly sub?: unknown; readonly gen?: unknown; readonly exp?: unknown; readonly jti?: unknown };
      try {
        claims = verify(key);
      } catch (error) {
        if (error instanceof TokenError) return fail(ERRNO.keyInvalid);
        throw error;
      }
      const { sub, gen, exp, jti } = claims ?? {};
      if (typeof sub !== 'string' || typeof gen !== 'number' || typeof exp !== 'number') return fail(ERRNO.keyInvalid);
      if (now >= exp * 1000) return fail(ERRNO.keyExpired);
      return ok({ userId: sub, generation: gen, keyId: typeof jti === 'string' ? jti : '', until: exp });
    },
  };
}
