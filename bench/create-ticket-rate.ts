/**
 * createticket over HTTP, durable, at 32 connections and at 8, where the wait for the disk shows, against a bare fastify with the same schemas and a constant
 * answer. Both run by turns in one run, so that a busy machine slows both.
 */
import { percentile, report } from './figures.ts';
import { makeDataDir, type Running, startProgram, startScript } from './program.ts';
import { rush } from './rush.ts';

/** The part of the bare server's rate that is to be reached, by connections. */
const TARGETS = [
  { connections: 32, target: 0.6 },
  { connections: 8, target: 0.33 },
] as const;
const SECONDS = 5;
const TURNS = 4;

function rate(running: Running, connections: number): Promise<number> {
  return rush({
    address: running.address,
    requests: [
      {
        path: '/restapi/v2/queuemanagement/createticket',
        body: { service_id: 'local-taxes', device_id: 'kiosk-1', lang: 'en' },
      },
    ],
    connections,
    seconds: SECONDS,
  });
}

export async function createTicketRate(): Promise<boolean> {
  const data = await makeDataDir();
  const program = await startProgram(data.path);
  const bare = await startScript('bench/bare-server.ts', []);
  try {
    let met = true;
    for (const { connections, target } of TARGETS) met = (await compare(program, bare, connections, target)) && met;
    return met;
  } finally {
    await program.stop();
    await bare.stop();
    await data.remove();
  }
}

async function compare(program: Running, bare: Running, connections: number, target: number): Promise<boolean> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const pair = [await rate(program, connections), await rate(bare, connections)] as const;
    // The first turn warms both up.
    if (turn === 0) continue;
    ours.push(pair[0]);
    theirs.push(pair[1]);
  }
  const ratio = percentile(ours, 50) / percentile(theirs, 50);
  const perSecond = (values: readonly number[]): string => `${Math.round(percentile(values, 50))}/s`;
  report(
    `createticket at ${connections} connections`,
    { durable: perSecond(ours), bare: perSecond(theirs), ratio: `${Math.round(ratio * 100)} %` },
    `${target * 100} %`,
    ratio >= target,
  );
  return ratio >= target;
}
