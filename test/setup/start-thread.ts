/**
 * Stands in for main/store/sqlite/start-thread.ts: a thread that runs the store as `build-store-worker.ts` bundled it, and
 * when that store is closed, the next one. To start a thread costs more than all the rest of opening a store.
 */
import { EventEmitter } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { WorkerSettings } from '../../main/store/sqlite/protocol.ts';
import type { StoreThread } from '../../main/store/sqlite/start-thread.ts';

const HOST = new URL('../../dist/test/store-host.cjs', import.meta.url);

const idle: Worker[] = [];

function newWorker(): Worker {
  const worker = new Worker(HOST, { execArgv: ['--disable-warning=ExperimentalWarning'] });
  worker.setMaxListeners(0);
  worker.unref();
  worker.once('exit', () => {
    const place = idle.indexOf(worker);
    if (place !== -1) idle.splice(place, 1);
  });
  return worker;
}

export function startThread(settings: WorkerSettings): StoreThread {
  const worker = idle.pop() ?? newWorker();
  const { port1: port, port2 } = new MessageChannel();
  const thread = new EventEmitter();
  let isBroken = false;
  const broke = (error: Error): void => {
    isBroken = true;
    thread.emit('error', error);
  };
  worker.on('error', broke);
  // That the port is closed says nothing of the thread, whose death may be told later: it lives if it says so itself.
  const lives = new Promise<boolean>((tell) => {
    const isFree = (): void => done(true);
    const isGone = (): void => done(false);
    const done = (answer: boolean): void => {
      worker.off('message', isFree).off('exit', isGone);
      tell(answer);
    };
    worker.on('message', isFree).on('exit', isGone);
  });
  port.on('message', (message) => thread.emit('message', message));
  port.once('close', async () => {
    const isFree = await lives;
    worker.off('error', broke);
    if (isFree && !isBroken) idle.push(worker);
    thread.emit('exit', 0);
  });
  worker.postMessage({ port: port2, settings }, [port2]);
  return Object.assign(thread, {
    postMessage: (message: unknown) => port.postMessage(message),
    terminate: () => {
      isBroken = true;
      return worker.terminate();
    },
  }) as unknown as StoreThread;
}
