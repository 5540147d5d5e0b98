/**
 * What the honest wait costs whoever takes a ticket: createticket where the forecast has a morning's calls to go by, against the same where
 * nothing is asked and nothing is said. CPU time of a server with all its threads, by turns.
 */

import { StoreUnreachable } from '../main/database/store-errors.ts';
import type { CreateTicketAnswer } from '../main/queue/contract/rest/queue-answers.ts';
import type { Store } from '../main/store/contract/store.ts';
import { openTown, type Town } from '../test/helpers/town.ts';
import { townSite } from '../test/helpers/town-site.ts';
import { percentile, report } from './figures.ts';

const CALLS = 60;
const ROUNDS = 23;
const WARM_UP = 3;
const EACH = 200;
const TARGET = 1.25;
/** Ten tickets a second: a counter's figures are read anew between them, as on a busy day. */
const BETWEEN_MS = 100;

/** What forecasts are made of. */
const ASKED = new Set(['serviceQueues', 'lastCalls', 'openAnswers', 'desksAway']);

/** The town without what the house expects of a service: that is told where no forecast is. */
function site(): Record<string, unknown> {
  const given = townSite();
  return { ...given, services: (given.services as object[]).map((service) => ({ ...service, expected_wait: 0 })) };
}

/** Whoever makes forecasts finds nobody who answers, and says nothing. */
function withoutForecasts(store: Store): Store {
  return {
    ...store,
    query(name, input, asking) {
      return ASKED.has(name) ? Promise.reject(new StoreUnreachable('No forecasts.')) : store.query(name, input, asking);
    },
  };
}

/** Gives the seconds that the visitor is told; 0: nothing is said. */
async function take(town: Town): Promise<number> {
  const payload = { service_id: 'passports', device_id: 'kiosk-1' };
  const response = await town.server.inject({
    method: 'POST',
    url: '/restapi/v2/queuemanagement/createticket',
    payload,
  });
  if (response.statusCode !== 200) throw new Error(response.body);
  return Number(response.json<CreateTicketAnswer>().ticket_strings.waiting_time);
}

/** Visitors who waited, were served, and of whom the forecast knows how long that takes. */
async function beginMorning(town: Town): Promise<void> {
  for (let call = 0; call < CALLS; call += 1) {
    await town.createTicket('Passports');
    town.clock.advance(60_000);
    const { id } = await town.callNext('Desk 1', ['Passports']);
    town.clock.advance(60_000);
    await town.conclude('endcall', id);
  }
  for (let person = 0; person < 5; person += 1) await town.createTicket('Passports');
}

async function cost(town: Town): Promise<number> {
  const before = process.cpuUsage();
  for (let ticket = 0; ticket < EACH; ticket += 1) {
    await take(town);
    town.clock.advance(BETWEEN_MS);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / EACH;
}

export async function forecasts(): Promise<boolean> {
  const opened: Town[] = [];
  try {
    const spoken = await openTown({ site: site(), at: '2026-11-20T09:00:00Z' });
    opened.push(spoken);
    const silent = await openTown({ site: site(), at: '2026-11-20T09:00:00Z', wrapStore: withoutForecasts });
    opened.push(silent);
    for (const town of opened) await beginMorning(town);
    const told = [await take(spoken), await take(silent)] as const;
    if (!(told[0] > 0 && told[1] === 0)) throw new Error(`Waits that were told: ${told.join(', ')}.`);
    const spent = new Map<Town, number[]>(opened.map((town) => [town, []]));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const town of round % 2 === 0 ? opened : opened.toReversed()) {
        const each = await cost(town);
        if (round >= WARM_UP) spent.get(town)?.push(each);
      }
    }
    const [on = 0, off = 0] = opened.map((town) => percentile(spent.get(town) ?? [], 50));
    const met = on / off <= TARGET;
    const figures = { 'with forecast': `${on.toFixed(0)} µs`, without: `${off.toFixed(0)} µs` };
    report('createticket', { ...figures, ratio: (on / off).toFixed(2) }, `${TARGET}`, met);
    return met;
  } finally {
    for (const town of opened) await town.close();
  }
}
