/**
 * createticket over HTTP, durable, at 32 connections, against a bare fastify with the same schemas and a constant
 * answer. Both run by turns in one run, so that a busy machine slows both.
 */
import { percentile, report } from './figures.ts';
import { makeDataDir, type Running, startProgram, startScript } from './program.ts';
import { rush } from './rush.ts';

const CONNECTIONS = 32;
const SECONDS = 5;
const TURNS = 4;
const TARGET = 0.45;

function rate(running: Running): Promise<number> {
  return rush({
    address: running.address,
    requests: [
      {
        path: '/restapi/v2/queuemanagement/createticket',
        body: { service_id: 'local-taxes', device_id: 'kiosk-1', lang: 'en' },
      },
    ],
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
}

export async function createTicketRate(): Promise<boolean> {
  const data = await makeDataDir();
  const program = await startProgram(data.path);
  const bare = await startScript('bench/bare-server.ts', []);
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const pair = [await rate(program), await rate(bare)] as const;
      // The first turn warms both up.
      if (turn === 0) continue;
      ours.push(pair[0]);
      theirs.push(pair[1]);
    }
  } finally {
    await program.stop();
    await bare.stop();
    await data.remove();
  }
  const ratio = percentile(ours, 50) / percentile(theirs, 50);
  const perSecond = (values: readonly number[]): string => `${Math.round(percentile(values, 50))}/s`;
  report(
    `createticket at ${CONNECTIONS} connections`,
    { durable: perSecond(ours), bare: perSecond(theirs), ratio: `${Math.round(ratio * 100)} %` },
    `${TARGET * 100} %`,
    ratio >= TARGET,
  );
  return ratio >= TARGET;
}
