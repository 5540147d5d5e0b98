/**
 * What requests of ordinary methods pay for the method UPDATE: the CPU time of a bare server that accepts it, per
 * request, against the same server that does not. Both take many short turns, the first of each pair by turns, so that
 * a busy machine and a warming one slow both.
 */
import { cpuPerRequest, percentile, report } from './figures.ts';
import { startScript } from './program.ts';

const PAIRS = 12;
const SECONDS = 2;
const TARGET = 1.03;

export async function updateCost(): Promise<boolean> {
  const accepting = await startScript('bench/bare-server.ts', ['--accept-update']);
  const plain = await startScript('bench/bare-server.ts', []);
  const ratios: number[] = [];
  const costs: number[] = [];
  const createTicket = {
    path: '/restapi/v2/queuemanagement/createticket',
    body: { service_id: 'local-taxes', device_id: 'kiosk-1', lang: 'en' },
  };
  try {
    for (let pair = 0; pair <= PAIRS; pair += 1) {
      const order = pair % 2 === 0 ? [accepting, plain] : [plain, accepting];
      const cost = new Map<object, number>();
      for (const running of order) cost.set(running, await cpuPerRequest(running, [createTicket], SECONDS));
      // The first pair warms both up.
      if (pair === 0) continue;
      ratios.push((cost.get(accepting) ?? 0) / (cost.get(plain) ?? 0));
      costs.push(cost.get(plain) ?? 0);
    }
  } finally {
    await accepting.stop();
    await plain.stop();
  }
  const ratio = percentile(ratios, 50);
  report(
    'CPU of other requests with the method UPDATE accepted',
    { plain: `${percentile(costs, 50).toFixed(1)} µs`, ratio: ratio.toFixed(3) },
    `${TARGET}`,
    ratio <= TARGET,
  );
  return ratio <= TARGET;
}
