/**
 * Thread that serves one store after the other, each at the port that it receives. To start a thread for each store, or to
 * evaluate the store's modules for it, costs more than to open the store.
 */
import { type MessagePort, parentPort } from 'node:worker_threads';
import type { WorkerSettings } from '../../main/store/sqlite/protocol.ts';
import { serveStore } from '../../main/store/sqlite/serve-store.ts';

interface Guest {
  readonly port: MessagePort;
  readonly settings: WorkerSettings;
}

parentPort?.on('message', ({ port, settings }: Guest) => {
  port.once('close', () => parentPort?.postMessage('free'));
  serveStore(port, settings);
  // A refused store has no listener.
  if (port.listenerCount('message') === 0) port.close();
});
