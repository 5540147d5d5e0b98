/**
 * Admission of pages to a kiosk.
 *
 * A page proves that it runs on this machine, or has the kiosk's key.
 */
import type { FastifyRequest } from 'fastify';
import { isForwarded } from '../../../lib/forwarded-headers.ts';
import type { PageSessions, SessionKiosk } from './page-sessions.ts';

/** Proofs that the page offers as WebSocket subprotocols, because browsers cannot set headers. */
const PROOF = /^(key|token|session)\.([\w.~+-]+)$/;

export interface PageCaller {
  /** The request came through a proxy. */
  readonly forwarded: boolean;
  /** Device key; null without one, like the others. */
  readonly key: string | null;
  /** One-time token from a URL of this program. */
  readonly token: string | null;
  /** Session that the page received for a token. */
  readonly session: string | null;
}

/** An admitted page. */
export interface PageEntry {
  /** Session for the page to keep and offer later; null when not needed. */
  readonly session: string | null;
  /** Whether the page is still admitted: keys can be revoked, and authentication can be turned on. */
  stays(): boolean;
}

export function pageCaller(request: FastifyRequest): PageCaller {
  const proofs = new Map<string, string>();
  for (const protocol of (request.headers['sec-websocket-protocol'] ?? '').split(',')) {
    const [, kind, value] = PROOF.exec(protocol.trim()) ?? [];
    if (kind !== undefined && value !== undefined) proofs.set(kind, value);
  }
  const proof = (kind: string): string | null => proofs.get(kind) ?? null;
  return {
    forwarded: isForwarded(request.headers),
    key: proof('key'),
    token: proof('token'),
    session: proof('session'),
  };
}

/**
 * Tokens and sessions prove that the page runs on this machine, so they are ignored for requests through a proxy.
 * @param kiosk the requested one, as it is now
 * @param admits whether this page is admitted by its key, or without authentication
 */
export function admitPage(
  caller: PageCaller,
  sessions: PageSessions,
  kiosk: () => SessionKiosk,
  admits: () => boolean,
): PageEntry | null {
  const { forwarded, token, session } = caller;
  const kept = forwarded
    ? null
    : ((token === null ? null : sessions.redeem(token, kiosk())) ??
      (session === null ? null : sessions.renew(session, kiosk())));
  if (kept !== null) return { session: kept, stays: () => sessions.renew(kept, kiosk()) !== null };
  return admits() ? { session: null, stays: admits } : null;
}
