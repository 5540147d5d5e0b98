/**
 * What webhooks cost tickets over a durable PostgreSQL, and how many events one of them is told a second. While any webhook is in use, the
 * commits of all locations follow each other, and each webhook gets one event at a time. Without and with, by turns in one run.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { openCluster } from '../test/helpers/postgres-cluster.ts';
import { percentile, report } from './figures.ts';
import { perSecond, SECONDS, TURNS } from './interleaved.ts';
import { makeDataDir, type Running, startProgram } from './program.ts';
import { rush } from './rush.ts';
import { everywhere, townsSite } from './towns.ts';

const TOWNS = 20;
const SERVICES = 5;
const CONNECTIONS = 100;
const WEBHOOK = 'bench';
/** One that is slower than this share of the rate without webhooks waits for more than itself. */
const TARGET = 0.5;

/** Takes each delivery at once, and counts. */
async function openReceiver() {
  let taken = 0;
  const server = createServer((request, response) => {
    taken += 1;
    request.resume().once('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    taken: () => taken,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function setWebhook({ address }: Running, url: string, state: 0 | 1): Promise<void> {
  const body = JSON.stringify({
    settings: { webhook_networks: ['127.0.0.0/8'] },
    webhooks: [{ id: WEBHOOK, name: 'Bench', url, secret: 'a secret of more than twenty-four', state }],
  });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${address}/restapi/v2/admin/site`, { method: 'PUT', headers, body });
  if (!answer.ok) throw new Error(`The webhook was refused: ${answer.status} ${await answer.text()}`);
}

interface Measured {
  readonly without: number[];
  readonly with: number[];
  readonly told: number[];
}

async function measure(): Promise<Measured> {
  const data = await makeDataDir();
  const cluster = await openCluster({ durable: true });
  const receiver = await openReceiver();
  const measured: Measured = { without: [], with: [], told: [] };
  try {
    await cluster.sql('postgres', 'CREATE DATABASE queue');
    const site = townsSite(data.path, TOWNS, SERVICES);
    const program = await startProgram(data.path, '--site', site, '--database', cluster.url('queue'));
    const load = { requests: everywhere(TOWNS, SERVICES), connections: CONNECTIONS, seconds: SECONDS };
    try {
      for (let turn = 0; turn <= TURNS; turn += 1) {
        await setWebhook(program, receiver.url, 0);
        const without = await rush({ address: program.address, ...load });
        await setWebhook(program, receiver.url, 1);
        const rate = await rush({ address: program.address, ...load });
        // Tickets rest now: what one webhook is told while nothing else is done.
        const before = receiver.taken();
        await after(SECONDS * 1000);
        const told = (receiver.taken() - before) / SECONDS;
        // The first turn warms all of them up.
        if (turn === 0) continue;
        measured.without.push(without);
        measured.with.push(rate);
        measured.told.push(told);
      }
    } finally {
      await program.stop();
    }
  } finally {
    receiver.close();
    await cluster.close();
    await data.remove();
  }
  return measured;
}

export async function webhooks(): Promise<boolean> {
  const { without, with: rate, told } = await measure();
  const share = percentile(rate, 50) / percentile(without, 50);
  report(
    `createticket in ${TOWNS} locations over PostgreSQL with a webhook, at ${CONNECTIONS} connections`,
    {
      with: perSecond(rate),
      without: perSecond(without),
      ratio: `${Math.round(share * 100)} %`,
      'events told to it': perSecond(told),
    },
    `${TARGET * 100} %`,
    share >= TARGET,
  );
  return share >= TARGET;
}
