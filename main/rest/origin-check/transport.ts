import type { ServerOptions } from 'node:http';
import { type CertificateText, secureOptions } from '../certificate.ts';

/** Whoever connects and then says nothing is let go. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/** For fastify: the same options of a server, with TLS or without. Its types know them as one kind of server. */
export function transportOf(
  tls: CertificateText | undefined,
  options: ServerOptions,
): { readonly http: ServerOptions } {
  if (tls === undefined) return { http: options };
  return { https: { ...options, ...secureOptions(tls), handshakeTimeout: HANDSHAKE_TIMEOUT_MS } } as unknown as {
    http: ServerOptions;
  };
}
