/** HTTP or HTTPS listener with the configured certificate. */
import type { FastifyInstance } from 'fastify';
import { type Log, systemClock } from '../lib/context.ts';
import type { Settings } from '../lib/settings/settings.ts';
import { AlreadyRunningError, StartError } from '../lib/start-error.ts';
import { type Certificate, openCertificate } from '../rest/certificate.ts';
import { listenFault } from './listen-error.ts';
import { programAt } from './single-instance.ts';

/** Null where the server speaks without TLS. */
export async function openTls({ tls }: Settings, log: Log): Promise<Certificate | null> {
  if (tls === null) return null;
  try {
    return await openCertificate({ ...tls, clock: systemClock, log });
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

/** Gives its address, `http://<host>:<port>`. */
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
        const reason = `Take a Number runs already at ${address}, on other data; choose another --port`;
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
