/**
 * What answers cost with a crowd: CPU time of the whole server per request, with 100,000 tickets waiting and 1,000,000
 * past ones, against 10 and 10. Two servers by turns in one run.
 */
import { type Crowd, openCrowd } from './crowd.ts';
import { type BenchRequest, cpuPerRequest, percentile, report } from './figures.ts';

const SECONDS = 2;
const PAIRS = 4;
const TARGET = 1.3;
const QUEUE = '/restapi/v2/queuemanagement';

const BENCHES: Readonly<Record<string, (crowd: Crowd) => readonly BenchRequest[]>> = {
  // Each ticket called is replaced, so that the queue stays as long as it is.
  'createticket + callnextticket': () => [
    { path: `${QUEUE}/createticket`, body: { service_id: 'local-taxes', device_id: 'kiosk-1' } },
    { path: `${QUEUE}/callnextticket`, body: { desk_id: 'desk-1', user_id: 'counter1', services: ['local-taxes'] } },
  ],
  waitingticketscount: () => [{ path: `${QUEUE}/waitingticketscount` }],
  lastTickets: () => [{ path: '/restapi/ticket/lastTickets?location=town-hall&number=10' }],
  'ticket/details': ({ pastIds }) => {
    let next = 0;
    return [{ path: () => `/restapi/ticket/details/${pastIds[next++ % pastIds.length]}` }];
  },
};

export async function scale(): Promise<boolean> {
  const few = await openCrowd(10, 10);
  const many = await openCrowd(100_000, 1_000_000);
  let met = true;
  try {
    for (const [name, requests] of Object.entries(BENCHES)) {
      const costs = { few: [] as number[], many: [] as number[] };
      for (let pair = 0; pair <= PAIRS; pair += 1) {
        const small = await cpuPerRequest(few.running, requests(few), SECONDS);
        const large = await cpuPerRequest(many.running, requests(many), SECONDS);
        // The first pair warms both up.
        if (pair === 0) continue;
        costs.few.push(small);
        costs.many.push(large);
      }
      const [small, large] = [percentile(costs.few, 50), percentile(costs.many, 50)];
      const ratio = large / small;
      met = met && ratio <= TARGET;
      const figures = { few: `${small.toFixed(0)} µs`, many: `${large.toFixed(0)} µs`, ratio: ratio.toFixed(2) };
      report(`${name} with 100,000 waiting and 1,000,000 past`, figures, `${TARGET}`, ratio <= TARGET);
    }
  } finally {
    await few.remove();
    await many.remove();
  }
  return met;
}
