/**
 * Admission of pages to a kiosk.
 *
 * Pages with proof that they run on this machine, or with the kiosk's key.
 */
import type { FastifyRequest } from 'fastify';
import { isForwarded } from '../../../lib/forwarded-headers.ts';
import type { PageSessions, SessionKiosk } from './page-sessions.ts';

/** What the page offers as WebSocket subprotocols, beside ours: a browser's WebSocket can send no header of its own. */
const PROOF = /^(key|token|session)\.([\w.~+-]+)$/;

export interface PageCaller {
  /** A proxy says that it speaks for somebody elsewhere. */
  readonly forwarded: boolean;
  /** Of the device; null without one, as the others. */
  readonly key: string | null;
  /** From the address that this program gave out; good once. */
  readonly token: string | null;
  /** That the page got for a token. */
  readonly session: string | null;
}

/** A page that was let in. */
export interface PageEntry {
  /** To be kept by the page, and offered from then on; null when it needs none. */
  readonly session: string | null;
  /** Whether it may still: keys end, and a site may begin to ask for them. */
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
 * Tokens and sessions prove that the page is on this machine: they count for nothing where a proxy speaks for the caller.
 *
 * @param kiosk the one that the page asks for, as it is now
 * @param admits whether this page may be in by its key, or because nobody needs one.
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
