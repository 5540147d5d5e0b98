/**
 * Proof that a kiosk page runs on this machine.
 *
 * A one-time token, readable only by this machine's user, is exchanged for a session. The browser keeps it over
 * reloads, and each connection renews it, so that a kiosk stays admitted for months. A session is signed for one kiosk
 * and one generation of its key: it opens no other kiosk, and ends when the key is replaced or revoked.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../lib/context.ts';

export interface PageSessions {
  /** A new token. */
  newToken(): string;
  /** The session for a token; null for a token that is used, expired or unknown. */
  redeem(token: string, kiosk: SessionKiosk): string | null;
  /** The session with a new lifetime, at most five years from its token; null when it is not valid for that kiosk. */
  renew(session: string, kiosk: SessionKiosk): string | null;
}

/** What a session is bound to. */
export interface SessionKiosk {
  /** Device of the page's URL; empty for this machine's default kiosk. */
  readonly deviceId: string;
  /** Number of times that the device key was replaced or revoked. */
  readonly generation: number;
}

export const TOKEN_LIFE_MS = 2 * 3600 * 1000;
/** A kiosk that was offline for longer must be opened again. */
const SESSION_LIFE_MS = 400 * 24 * 3600 * 1000;
/** Maximum unused tokens; the oldest is dropped. */
const MAX_TOKENS = 100;
/** Maximum lifetime, from the token. */
const MAX_SESSION_MS = 5 * 365 * 24 * 3600 * 1000;
const SESSION = /^([0-9a-z]{1,12})\.([0-9a-z]{1,12})\.([\w-]{43})$/;
/** Sessions of earlier versions, valid for every kiosk: now for this machine's default kiosk, until renewed. */
const UNBOUND = /^([0-9a-z]{1,12})\.([\w-]{43})$/;

/**
 * @param secret the same at every start, so that sessions survive a restart
 * @param used called after each used token
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

  /** Start of a valid session: epoch milliseconds. */
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
