/**
 * Worker thread of the database file, or of reports.
 *
 * It ends on a close message, or when the main thread has ended.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { serveStore } from './serve-store.ts';

if (parentPort === null) throw new Error('This file is the database thread; it cannot be started directly.');
serveStore(parentPort, workerData);
