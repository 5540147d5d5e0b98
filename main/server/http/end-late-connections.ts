/** The end of a server does not wait for clients that hang: what they wanted is over with it, and the store has to be closed in time. */
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock, Log } from '../../context.ts';

/** For answers that are being given. The whole program has 4.5 s to end; one client must not take them from the store. */
const ENDING_MS = 2_000;

/** Ends every connection that is still open so long after the server was told to close. */
export function endLateConnections(app: FastifyInstance, { clock, log }: { clock: Clock; log: Log }): void {
  const open = new Set<Socket>();
  app.server.on('connection', (connection: Socket) => {
    open.add(connection);
    connection.once('close', () => open.delete(connection));
  });
  app.addHook('preClose', (done) => {
    clock.after(ENDING_MS, () => {
      if (open.size > 0) log.warn('server.clients-hung', { connections: open.size });
      for (const connection of open) connection.destroy();
    });
    done();
  });
}
