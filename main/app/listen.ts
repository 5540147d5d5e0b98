/** HTTP or HTTPS listener with the configured certificate. */
import type { FastifyInstance } from 'fastify';
import { type Log, systemClock } from '../lib/context.ts';
import type { Settings } from '../lib/settings/settings.ts';
import { AlreadyRunningError, StartError } from '../lib/start-error.ts';
import { type Certificate, openCertificate } from '../rest/certificate.ts';
import { programAt } from './single-instance.ts';

/** Null without TLS. */
export async function openTls({ tls }: Settings, log: Log): Promise<Certificate | null> {
  if (tls === null) return null;
  try {
    return await openCertificate({ ...tls, clock: systemClock, log });
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

/** Explanation and fix for a failed listen, in one line. */

/** Lowest port that unprivileged users can open where lower ports are reserved for root. */
const FIRST_OPEN_PORT = 1024;

export function listenFault(host: string, port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return `Port ${port} is in use; choose another with --port`;
  if (code === 'EACCES' && port < FIRST_OPEN_PORT) {
    const way = 'or use a reverse proxy (docs/admin/reverse-proxy-tls.md)';
    return `Port ${port} is reserved for root on this machine; choose ${FIRST_OPEN_PORT} or higher, such as --port 8080, ${way}`;
  }
  if (code === 'EADDRNOTAVAIL') {
    return `--host ${host}: this machine does not have this address; use an address of this machine, 127.0.0.1 (this machine only) or 0.0.0.0 (all networks)`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `--host ${host}: host name not found; use an address, 127.0.0.1 (this machine only) or 0.0.0.0 (all networks)`;
  }
  return `--host ${host} --port ${port}: cannot listen on this address (${message}); choose another --host or --port`;
}

/** Returns the address, `http://<host>:<port>`. */
export async function listen(server: FastifyInstance, settings: Settings): Promise<string> {
  const { host, port } = settings;
  try {
    await server.listen({ host, port });
  } catch (error) {
    const fault = error as NodeJS.ErrnoException;
    const isTaken = fault.code === 'EADDRINUSE';
    if (isTaken) {
      const other = await programAt(host, port);
      if (other !== null) {
        const { address, kioskUrl } = other;
        const reason = `Take a Number is already running at ${address} with another data folder; choose another --port`;
        throw new AlreadyRunningError(reason, address, kioskUrl);
      }
    }
    throw new StartError(listenFault(host, port, fault), isTaken ? 1 : 2);
  }
  const bound = server.server.address();
  const realPort = typeof bound === 'object' && bound !== null ? bound.port : port;
  const scheme = settings.tls === null ? 'http' : 'https';
  return `${scheme}://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${realPort}`;
}
