/** Starts the public demo: one HTTP server in front of the demos of all visitors. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type Clock, type Log, systemClock } from '../../lib/context.ts';
import { startIdleGc, trimHeap } from '../../lib/memory/idle-gc.ts';
import { listensBeyondLoopback, type Settings } from '../../lib/settings/settings.ts';
import { StartError } from '../../lib/start-error.ts';
import { settingOverrides } from '../../site/rules/site-model.ts';
import type { Program } from '../app.ts';
import { createClosing } from '../cleanup-stack.ts';
import { listenFault } from '../listen.ts';
import { hasDemoSite } from '../site-sources.ts';
import { createDemoFront } from './demo-front.ts';
import { createDemoHalls, type DemoHalls } from './demo-halls.ts';
import { createDemoLog } from './demo-log.ts';
import { deleteAbandonedDemos, openDemoServer } from './demo-server.ts';

export type VisitorDemo = Omit<Program, 'host' | 'recorded' | 'displayUrl'> & Pick<DemoHalls, 'count'>;

/**
 * Throws `StartError`. Starts and closes one demo first, so that a wrong site file or folder stops the program.
 * @param clock decides when demos and slow responses end
 */
export async function startVisitorDemo(settings: Settings, log: Log, clock: Clock = systemClock): Promise<VisitorDemo> {
  if (settings.siteFile === null && !hasDemoSite()) {
    throw new StartError('This installation has no demo site; name a site file with --site');
  }
  const overrides = settingOverrides(settings.overrides);
  if (listensBeyondLoopback(settings) && overrides.public_url === undefined) {
    throw new StartError('--demo-per-visitor needs --public-url when other machines can reach it');
  }
  const demoLog = createDemoLog(log, clock);
  const start = () => openDemoServer(settings, demoLog);
  await deleteAbandonedDemos();
  await (await start()).close();
  const closing = createClosing();
  closing.add(startIdleGc(undefined, trimHeap));
  const halls = createDemoHalls({ clock, log, start });
  const server = createDemoFront({
    halls,
    log,
    clock,
    trustedProxies: overrides.trusted_proxies ?? [],
    isSecure: overrides.public_url?.startsWith('https:') === true,
  });
  /** Includes WebSockets, which Node's server does not close. */
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const { host, port } = settings;
  server.listen(port, host.replace(/^\[|\]$/g, ''));
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(listenFault(host, port, error), error.code === 'EADDRINUSE' ? 1 : 2);
  });
  closing.add(() => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of open) socket.destroy();
    return closed;
  });
  closing.add(() => halls.close());
  const bound = server.address();
  const realPort = typeof bound === 'object' && bound !== null ? bound.port : port;
  const address = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${realPort}`;
  if (listensBeyondLoopback(settings)) log.info('demo.exposed', { address });
  return {
    address,
    count: halls.count,
    kioskUrl: () => `${address}/`,
    firstStepsUrl: () => null,
    asksKeys: () => false,
    alive: async () => {},
    drain: async () => {},
    close: () => closing.close(),
  };
}
