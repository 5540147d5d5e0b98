/**
 * Proof that a kiosk page runs on this machine.
 *
 * By a token that only this machine's user can read, and that is good once. It is exchanged for a session, which the
 * browser keeps over reloads, and which is renewed at each connection, so that a kiosk that stands alone for months
 * stays let in. A session is signed for one kiosk and one generation of its key: it opens no other kiosk, and ends
 * when the key is replaced or revoked.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../lib/context.ts';

export interface PageSessions {
  /** A new token. */
  newToken(): string;
  /** The session that a token is good for; null for one that was used, is too old, or was never given. */
  redeem(token: string, kiosk: SessionKiosk): string | null;
  /** The same session for longer, at most five years from its token; null for one that is not good for that kiosk. */
  renew(session: string, kiosk: SessionKiosk): string | null;
}

/** What a session is bound to. */
export interface SessionKiosk {
  /** As the page's address names it; empty for the kiosk of this machine, whichever that is. */
  readonly deviceId: string;
  /** How often the device's key was replaced or revoked. */
  readonly generation: number;
}

export const TOKEN_LIFE_MS = 2 * 3600 * 1000;
/** A kiosk that was away for longer has to be opened anew. */
const SESSION_LIFE_MS = 400 * 24 * 3600 * 1000;
/** Tokens that may be waiting to be used; past that the oldest ends. */
const MAX_TOKENS = 100;
/** From its token on. */
const MAX_SESSION_MS = 5 * 365 * 24 * 3600 * 1000;
const SESSION = /^([0-9a-z]{1,12})\.([0-9a-z]{1,12})\.([\w-]{43})$/;
/** Sessions of earlier programs, which were good for every kiosk: now for the one of this machine, until they are renewed. */
const UNBOUND = /^([0-9a-z]{1,12})\.([\w-]{43})$/;

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

  const sign = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  const isSigned = (text: string, signature: string): boolean =>
    timingSafeEqual(Buffer.from(signature, 'base64url'), sign(text));
  const textOf = (until: string, begun: string, { deviceId, generation }: SessionKiosk): string =>
    `page session ${JSON.stringify([until, begun, deviceId, generation])}`;

  function newSession(begunAt: number, kiosk: SessionKiosk): string {
    const until = Math.min(clock.now() + SESSION_LIFE_MS, begunAt + MAX_SESSION_MS).toString(36);
    const begun = begunAt.toString(36);
    return `${until}.${begun}.${sign(textOf(until, begun, kiosk)).toString('base64url')}`;
  }

  /** When the session began that is good now: epoch milliseconds. */
  function begunAt(session: string, kiosk: SessionKiosk): number | null {
    const bound = SESSION.exec(session);
    const unbound = kiosk.deviceId === '' ? UNBOUND.exec(session) : null;
    const [until = '', begun = '', signature = ''] = bound?.slice(1) ?? [unbound?.[1], '', unbound?.[2]];
    if (until === '' || clock.now() >= Number.parseInt(until, 36)) return null;
    const text = bound === null ? `page session until ${until}` : textOf(until, begun, kiosk);
    if (!isSigned(text, signature)) return null;
    return bound === null ? clock.now() : Number.parseInt(begun, 36);
  }

  return {
    newToken() {
      const token = randomBytes(32).toString('base64url');
      tokens.set(token, clock.now() + TOKEN_LIFE_MS);
      for (const oldest of tokens.keys()) {
        if (tokens.size <= MAX_TOKENS) break;
        tokens.delete(oldest);
      }
      return token;
    },
    redeem(token, kiosk) {
      const until = tokens.get(token);
      tokens.delete(token);
      if (until === undefined || clock.now() >= until) return null;
      used();
      return newSession(clock.now(), kiosk);
    },
    renew(session, kiosk) {
      const begun = begunAt(session, kiosk);
      return begun === null ? null : newSession(begun, kiosk);
    },
  };
}
