/** What it costs a server to find a ticket among the 10,000 of a day, with a name and an answer each: CPU time of all its threads. */
import type { Store } from '../main/store/store.ts';
import { openCluster } from '../test/helpers/postgres-cluster.ts';
import { openTown, townSite } from '../test/helpers/town.ts';
import { ms, percentile, report } from './figures.ts';

const TICKETS = 10_000;
const AT_ONCE = 200;
const ROUNDS = 25;
const WARM_UP = 5;
const TARGET_MS = 50;
const WANTED = ['4321', 'A9999', 'number 77', 'kovác 12', 'nobody at all'];

async function fill(store: Store, now: number): Promise<void> {
  const create = (place: number) =>
    store.run(
      'createTicket',
      {
        locationId: 'hall',
        day: '2026-11-20',
        serviceId: place % 3 === 0 ? 'taxes' : 'passports',
        deskId: '',
        userId: '',
        deviceId: '',
        flags: 0,
        note: place % 5 === 0 ? `Asks for paper ${place}` : '',
        lang: 'en',
        customField: '',
        clientName: `Kovács Number ${place}`,
        scheduledAt: null,
        tag: 'A',
        numberWidth: 3,
        firstNumber: 1,
        maxNumber: 0,
        maxWaiting: 0,
        priorityFirst: true,
        formAnswers: [
          {
            ...{ questionId: 'why', formId: 'form', stage: 'before', place: 0, question: '?', anonymiseAt: null },
            visible: true,
            answer: [`Because of ${place}`],
          } as const,
        ],
      },
      { now },
    );
  for (let done = 0; done < TICKETS; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => create(done + place)));
  }
}

async function cost(engine: string, database?: string): Promise<boolean> {
  const town = await openTown({ site: townSite(), ...(database === undefined ? {} : { database }) });
  try {
    await fill(town.store, town.clock.now());
    const spent: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = process.cpuUsage();
      for (const text of WANTED) {
        const payload = { text };
        const response = await town.server.inject({ method: 'POST', url: '/restapi/v2/counters/desk-1/find', payload });
        if (response.statusCode !== 200) throw new Error(response.body);
      }
      const { user, system } = process.cpuUsage(before);
      if (round >= WARM_UP) spent.push((user + system) / 1000 / WANTED.length);
    }
    const middle = percentile(spent, 50);
    const met = middle <= TARGET_MS;
    report(`find one of ${TICKETS} tickets of a day, ${engine}`, { CPU: ms(middle) }, `at most ${TARGET_MS} ms`, met);
    return met;
  } finally {
    await town.close();
  }
}

export async function findTicket(): Promise<boolean> {
  const met = await cost('SQLite');
  const cluster = await openCluster();
  try {
    await cluster.sql('postgres', 'CREATE DATABASE found');
    return (await cost('PostgreSQL', cluster.url('found'))) && met;
  } finally {
    await cluster.close();
  }
}
