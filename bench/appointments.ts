/**
 * What an appointment costs with many others beside it: to book it, to move it, to find it by its code and by a name, to
 * list a page, to check in. CPU time of a server with all its threads, where 10 are booked and where 100,000 are, by turns.
 */
import { openTown, type Town } from '../test/helpers/town.ts';
import { townSite } from '../test/helpers/town-site.ts';
import { percentile, report } from './figures.ts';

const FEW = 10;
const MANY = 100_000;
/** Days over which they are spread: some 270 a day. */
const DAYS = 365;
const ROUNDS = 15;
const EACH = 40;
/** Many against few. */
const TARGET = 1.5;
/** With many there are some 270 in the day that is looked through, with few there is one. */
const IN_A_DAY = 4;
const NOON = Date.parse('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;

const dayOf = (place: number): string => new Date(NOON + (place % DAYS) * DAY_MS).toISOString().slice(0, 10);

function visits(count: number): object[] {
  return Array.from({ length: count }, (_, place) => ({
    id: `visit-${place}`,
    service: 'passports',
    scheduled_to: `${dayOf(place)} 12:${String(place % 60).padStart(2, '0')}:00`,
    client_name: `Visitor Number ${place}`,
    code: `KX-${place}`,
  }));
}

type Work = (town: Town, turn: number) => Promise<unknown>;

async function ask(town: Town, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object): Promise<unknown> {
  const response = await town.server.inject({ method, url: `/restapi/v2/${path}`, ...(payload && { payload }) });
  if (response.statusCode !== 200) throw new Error(`${method} ${path}: ${response.body}`);
  return response.json();
}

const visit = { service: 'passports', client_name: 'Somebody Else', scheduled_to: '2026-11-20 12:10:00' };
const WORK: Readonly<Record<string, Work>> = {
  book: (town, turn) => ask(town, 'POST', 'admin/appointments', { ...visit, id: `new-${turn}`, code: `NEW-${turn}` }),
  move: (town, turn) =>
    ask(town, 'PUT', `admin/appointments/new-${turn}`, { ...visit, code: `NEW-${turn}`, lang: 'en' }),
  'find by code': (town, turn) => ask(town, 'POST', 'appointments/lookup', { code: `NEW-${turn}` }),
  'find as typed': (town, turn) => ask(town, 'POST', 'appointments/lookup', { code: `new${turn}`, typed: 1 }),
  'find by name in a day': (town) =>
    ask(town, 'POST', 'admin/appointments/search', {
      location: 'hall',
      from_day: dayOf(1),
      to_day: dayOf(1),
      text: 'number 1',
      limit: 50,
    }),
  'a page of ten': (town) => ask(town, 'GET', 'admin/appointments?location=hall&limit=10'),
  'check in': (town, turn) =>
    ask(town, 'POST', 'queuemanagement/createticket', { service_id: 'passports', appointment: `NEW-${turn}` }),
};

async function cost(town: Town, work: Work, first: number): Promise<number> {
  const before = process.cpuUsage();
  for (let turn = first; turn < first + EACH; turn += 1) await work(town, turn);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / EACH;
}

export async function appointments(): Promise<boolean> {
  const towns: { readonly count: number; readonly town: Town }[] = [];
  try {
    for (const count of [FEW, MANY]) {
      const town = await openTown({ site: townSite() });
      towns.push({ count, town });
      const started = performance.now();
      const loaded = await town.site.load({ appointments: visits(count) });
      if (!loaded.ok) throw new Error(loaded.error.faults[0]);
      if (count === MANY) console.log(`  ${MANY} loaded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
    let met = true;
    const costs = new Map<string, Map<number, number[]>>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, work] of Object.entries(WORK)) {
        const known = costs.get(name) ?? new Map<number, number[]>();
        costs.set(name, known);
        for (const { count, town } of round % 2 === 0 ? towns : towns.toReversed()) {
          const spent = await cost(town, work, round * EACH);
          // The first rounds warm up.
          if (round > 2) known.set(count, [...(known.get(count) ?? []), spent]);
        }
      }
    }
    for (const [name, known] of costs) {
      const few = percentile(known.get(FEW) ?? [], 50);
      const many = percentile(known.get(MANY) ?? [], 50);
      const target = name === 'find by name in a day' ? IN_A_DAY : TARGET;
      const isMet = many / few <= target;
      met &&= isMet;
      const figures = { [`of ${FEW}`]: `${few.toFixed(0)} µs`, [`of ${MANY}`]: `${many.toFixed(0)} µs` };
      report(`an appointment, ${name}`, { ...figures, ratio: (many / few).toFixed(2) }, `${target}`, isMet);
    }
    return met;
  } finally {
    for (const { town } of towns) await town.close();
  }
}
