/**
 * How the page of a kiosk proves that it is on this machine, where keys are asked for: by a token that only this
 * machine's user can read, and that is good once. It is exchanged for a session, which the browser keeps over reloads,
 * and which is renewed at each connection, so that a kiosk that stands alone for months stays let in.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../context.ts';

export interface PageSessions {
  /** A new token. */
  newToken(): string;
  /** The session that a token is good for; null for one that was used, is too old, or was never given. */
  redeem(token: string): string | null;
  /** The same session for longer; null for one that is not good. */
  renew(session: string): string | null;
}

export const TOKEN_LIFE_MS = 2 * 3600 * 1000;
/** A kiosk that was away for longer has to be opened anew. */
const SESSION_LIFE_MS = 400 * 24 * 3600 * 1000;
/** Tokens that may be waiting to be used; past that the oldest ends. */
const MOST_TOKENS = 100;
const SESSION = /^([0-9a-z]{1,12})\.([\w-]{43})$/;

/**
 * @param secret the same at every start, so that sessions outlive it.
 * @param used told after each token that was used.
 */
export function createPageSessions(
  secret: Buffer,
  clock: Pick<Clock, 'now'>,
  used: () => void = () => {},
): PageSessions {
  const tokens = new Map<string, number>();

  function signature(until: string): Buffer {
    return createHmac('sha256', secret).update(`page session until ${until}`).digest();
  }

  function newSession(): string {
    const until = (clock.now() + SESSION_LIFE_MS).toString(36);
    return `${until}.${signature(until).toString('base64url')}`;
  }

  return {
    newToken() {
      const token = randomBytes(32).toString('base64url');
      tokens.set(token, clock.now() + TOKEN_LIFE_MS);
      for (const oldest of tokens.keys()) {
        if (tokens.size <= MOST_TOKENS) break;
        tokens.delete(oldest);
      }
      return token;
    },
    redeem(token) {
      const until = tokens.get(token);
      tokens.delete(token);
      if (until === undefined || clock.now() >= until) return null;
      used();
      return newSession();
    },
    renew(session) {
      const [, until = '', signed = ''] = SESSION.exec(session) ?? [];
      const isGood = until !== '' && timingSafeEqual(Buffer.from(signed, 'base64url'), signature(until));
      return isGood && clock.now() < Number.parseInt(until, 36) ? newSession() : null;
    },
  };
}
