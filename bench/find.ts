/**
 * What it costs a server to find a ticket among the 10,000 of a day, with a name and an answer each, that wait, are served, missed, put aside
 * or sent on: CPU time of all its threads, and of PostgreSQL with all its processes.
 */
import type { Store } from '../main/store/contract/store.ts';
import { type Cluster, openCluster } from '../test/helpers/postgres-cluster.ts';
import { openTown, type Town } from '../test/helpers/town.ts';
import { townSite } from '../test/helpers/town-site.ts';
import { newTicket } from '../test/store/new-ticket.ts';
import { ms, percentile, report } from './figures.ts';
import { postgresCpuSeconds } from './postgres-cpu.ts';

const TICKETS = 10_000;
const AT_ONCE = 200;
/** Desks at which the morning is worked off. */
const DESKS = 8;
/** From one call to the next of all desks together. */
const VISIT_MS = 3_500;
const ROUNDS = 25;
const WARM_UP = 5;
const TARGET_MS = 50;
const WANTED = ['4321', 'A9999', 'number 77', 'kovác 12', 'nobody at all'];

/** As many as come in some minutes. */
async function draw(store: Store, from: number, now: number): Promise<readonly string[]> {
  const create = (place: number) =>
    store.run(
      'createTicket',
      newTicket({
        serviceId: place % 3 === 0 ? 'taxes' : 'passports',
        note: place % 5 === 0 ? `Asks for paper ${place}` : '',
        clientName: `Kovács Number ${place}`,
        formAnswers: [
          {
            ...{ questionId: 'why', formId: 'form', stage: 'before', place: 0, question: '?', anonymiseAt: null },
            visible: true,
            answer: [`Because of ${place}`],
          } as const,
        ],
      }),
      { now },
    );
  const drawn = await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => create(from + place)));
  return drawn.map((each) => (each.ok ? each.value.ticket.id : ''));
}

/** What becomes of ten visitors; whoever is not here waits. */
const ENDS: readonly (readonly [operation: string, parameters: object])[] = [
  ['endcall', {}],
  ['endcall', {}],
  ['endcall', {}],
  ['cancelcall', {}],
  ['pausecall', {}],
  ['transfercall', { dst_type: 'service', dst_id: 'weddings', priority: false }],
];

function siteOfMany(): Record<string, unknown> {
  const site = townSite();
  const many = <Item>(item: (number: number) => Item): Item[] => Array.from({ length: DESKS }, (_, at) => item(at));
  return {
    ...site,
    desks: [
      ...(site.desks as object[]),
      ...many((at) => ({ id: `many-${at}`, name: `Many ${at}`, tag: `M${at}`, location: 'hall' })),
    ],
    users: [...(site.users as object[]), ...many((at) => ({ id: `clerk-${at}`, username: `clerk-${at}` }))],
  };
}

/** Through a day, from noon on: whoever is called has waited for some minutes. */
async function fill({ store, clock, server }: Town): Promise<void> {
  const ask = async (operation: string, payload: object) => {
    const url = `/restapi/v2/queuemanagement/${operation}`;
    const body = (await server.inject({ method: 'POST', url, payload })).json();
    if (body.success !== true) throw new Error(`${operation}: ${JSON.stringify(body)}`);
    return body;
  };
  const clerk = async (desk: number, ids: readonly string[]): Promise<void> => {
    const who = { desk_id: `many-${desk}`, user_id: `clerk-${desk}` };
    for (let at = desk; at < ids.length; at += DESKS) {
      const end = ENDS[Math.floor(at / DESKS) % 10];
      if (end === undefined) continue;
      const { answer } = await ask('callticket', { ...who, ticket_id: ids[at] });
      clock.advance(VISIT_MS);
      await ask(end[0], { answer_id: answer.id, ...end[1], ...(end[0] === 'transfercall' ? who : {}) });
    }
  };
  for (let done = 0; done < TICKETS; done += AT_ONCE) {
    const ids = await draw(store, done, clock.now());
    await Promise.all(Array.from({ length: DESKS }, (_, desk) => clerk(desk, ids)));
  }
}

async function cost(engine: string, cluster?: Cluster): Promise<boolean> {
  const database = cluster === undefined ? {} : { database: cluster.url('found') };
  const town = await openTown({ site: siteOfMany(), ...database });
  try {
    await fill(town);
    const spent: number[] = [];
    let ofDatabase = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = process.cpuUsage();
      const databaseBefore = cluster === undefined ? 0 : postgresCpuSeconds(cluster);
      for (const text of WANTED) {
        const payload = { text };
        const response = await town.server.inject({ method: 'POST', url: '/restapi/v2/counters/desk-1/find', payload });
        if (response.statusCode !== 200) throw new Error(response.body);
      }
      const { user, system } = process.cpuUsage(before);
      const database = cluster === undefined ? 0 : (postgresCpuSeconds(cluster) - databaseBefore) * 1000;
      if (round < WARM_UP) continue;
      spent.push(((user + system) / 1000 + database) / WANTED.length);
      ofDatabase += database / WANTED.length / (ROUNDS - WARM_UP);
    }
    const middle = percentile(spent, 50);
    const met = middle <= TARGET_MS;
    const figures = { CPU: ms(middle), ...(cluster === undefined ? {} : { 'of that PostgreSQL': ms(ofDatabase) }) };
    report(`find one of ${TICKETS} tickets of a day, ${engine}`, figures, `at most ${TARGET_MS} ms`, met);
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
    return (await cost('PostgreSQL', cluster)) && met;
  } finally {
    await cluster.close();
  }
}
