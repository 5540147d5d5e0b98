/**
 * A worker that keeps many towns busy, some much and most a little (the nth of them 1/n as much as the first), with so many
 * requests a second together, tickets and calls by turns. It ends when it is told to.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { openClient } from './client.ts';
import { callNext, draw } from './towns.ts';

export interface TownsLoad {
  readonly address: string;
  /** Towns 1 to this one. */
  readonly towns: number;
  readonly perSecond: number;
}

const CONNECTIONS = 32;
const DESKS = 4;

const { address, towns, perSecond } = workerData as TownsLoad;
const shares: number[] = [];
for (let town = 1; town <= towns; town += 1) shares.push((shares.at(-1) ?? 0) + 1 / town);

/** By chance, the first the most often. */
function anyTown(): number {
  const at = Math.random() * (shares.at(-1) ?? 0);
  return 1 + shares.findIndex((sum) => sum > at);
}

const clients = Array.from({ length: CONNECTIONS }, () => openClient(address));
let asked = 0;
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});

/** Each connection asks at its own pace, and leaves out what it is late for. */
async function work(client: (typeof clients)[number], place: number): Promise<void> {
  const pauseMs = (CONNECTIONS / perSecond) * 1000;
  let due = performance.now() + (place / CONNECTIONS) * pauseMs;
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    due = Math.max(due + pauseMs, performance.now());
    const town = anyTown();
    const ticket = draw(town);
    await client.post(ticket.path, ticket.body);
    const call = callNext(town, asked % DESKS);
    // Somebody else may have called them already.
    await client.post(call.path, call.body).catch(() => undefined);
    asked += 2;
  }
}

await Promise.all(clients.map(work));
for (const client of clients) client.close();
parentPort?.postMessage(asked);
