import type { ServerOptions } from 'node:http';
import { type CertificateText, secureOptions } from '../certificate.ts';

/** Timeout of a TLS handshake. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Server options for fastify, with or without TLS. Its types know only one kind of server. */
export function transportOf(
  tls: CertificateText | undefined,
  options: ServerOptions,
): { readonly http: ServerOptions } {
  if (tls === undefined) return { http: options };
  return { https: { ...options, ...secureOptions(tls), handshakeTimeout: HANDSHAKE_TIMEOUT_MS } } as unknown as {
    http: ServerOptions;
  };
}
