/**
 * Stands in for main/store/sqlite/start-thread.ts: a thread that runs the store as `build-store-worker.ts` bundled it, and
 * when that store is closed, the next one. To start a thread costs more than all the rest of opening a store.
 */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { WorkerSettings } from '../../main/store/sqlite/protocol.ts';
import type { StoreThread } from '../../main/store/sqlite/start-thread.ts';

const BUNDLE = new URL('../../dist/test/store-worker.cjs', import.meta.url);

/** Runs the bundle anew for each port that it is given, as if the thread had been started for it. */
const HOST = `
const threads = require('node:worker_threads');
const { Script } = require('node:vm');
const { bundle, filename } = threads.workerData;
const run = new Script('(function (require) {' + bundle + '\\n})', { filename }).runInThisContext();
threads.parentPort.on('message', ({ port, settings }) => {
  const own = { ...threads, parentPort: port, workerData: settings };
  port.once('close', () => threads.parentPort.postMessage('free'));
  run((name) => (name === 'node:worker_threads' ? own : require(name)));
  // A thread that listens to nobody ends.
  if (port.listenerCount('message') === 0) port.close();
});
`;

const idle: Worker[] = [];
let bundle: string | null = null;

function newWorker(): Worker {
  bundle ??= readFileSync(BUNDLE, 'utf8');
  const worker = new Worker(HOST, {
    eval: true,
    workerData: { bundle, filename: BUNDLE.pathname },
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
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
