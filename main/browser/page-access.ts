/** Who may steer a kiosk through its page: whoever stands at this machine, and pages elsewhere that bring its key. */
import type { FastifyRequest } from 'fastify';

/** WebSocket subprotocols that the page offers: ours, and `key.` with the key of its device. */
const KEY_PROTOCOL = /^key\.([\w.~+-]+)$/;
/** Headers by which a proxy tells that it speaks for somebody elsewhere. */
const PROXIED = ['forwarded', 'x-forwarded-for', 'x-real-ip'];

export interface PageCaller {
  /** From this very machine, without a proxy in between. */
  readonly local: boolean;
  /** The device key that the page brings; null without one. */
  readonly key: string | null;
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

/** A browser's WebSocket can send no header of its own: the key comes as a subprotocol, never in the address. */
export function pageCaller(request: FastifyRequest): PageCaller {
  const offered = request.headers['sec-websocket-protocol'] ?? '';
  const keys = offered.split(',').flatMap((protocol) => KEY_PROTOCOL.exec(protocol.trim())?.[1] ?? []);
  const proxied = PROXIED.some((header) => request.headers[header] !== undefined);
  return { local: !proxied && isLoopback(request.ip), key: keys[0] ?? null };
}
