/**
 * What a site with very many locations costs, on each engine: to load it, to read it at a start, to change one thing of it and to take
 * one away. CPU time of this process with the store's thread in it, without the backends of PostgreSQL; seconds for what people wait for.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../main/lib/context.ts';
import { removeItem, replaceItem } from '../main/site/service/edit-site.ts';
import { openSiteHolder } from '../main/site/service/site-holder.ts';
import type { Store } from '../main/store/contract/store.ts';
import { openPostgresStore } from '../main/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../main/store/sqlite/open-sqlite-store.ts';
import { openCluster } from '../test/helpers/postgres-cluster.ts';
import { ms, percentile, report } from './figures.ts';
import { makeDataDir } from './program.ts';
import { townsSite } from './towns.ts';

const SIZES = [1_000, 10_000, 100_000];
const [SERVICES, DESKS] = [5, 3];
const EDITS = 9;
/** Whoever saves something waits no longer, and neither does a ticket behind it. */
const TARGET_MS = 150;
const NOBODY = { kind: 'console', id: '' } as const;

interface Cost {
  readonly cpuMs: number;
  readonly seconds: number;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [cpu, from] = [process.cpuUsage(), performance.now()];
  await work();
  const used = process.cpuUsage(cpu);
  return { cpuMs: (used.user + used.system) / 1000, seconds: (performance.now() - from) / 1000 };
}

const said = ({ cpuMs, seconds }: Cost): string => `${(cpuMs / 1000).toFixed(1)} s CPU in ${seconds.toFixed(1)} s`;

async function measure(engine: string, size: number, file: string, open: () => Promise<Store>): Promise<boolean> {
  const site: { locations: readonly { id: string }[] } = JSON.parse(readFileSync(file, 'utf8'));
  let store = await open();
  let holder = await openSiteHolder(store);
  const loaded = await costOf(async () => {
    const done = await holder.load(site);
    if (!done.ok) throw new Error(done.error.faults.slice(0, 3).join('; '));
  });
  holder.close();
  await store.close();
  store = await open();
  const opened = await costOf(async () => {
    holder = await openSiteHolder(store);
  });
  const edits: number[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    const item = { ...site.locations[(edit * 7919) % size], name: `Renamed ${edit}` };
    const { cpuMs } = await costOf(async () => {
      const done = await replaceItem(holder, 'locations', item, NOBODY);
      if (!done.ok) throw new Error(JSON.stringify(done.error));
    });
    edits.push(cpuMs);
  }
  const removed = await costOf(async () => {
    const done = await removeItem(holder, 'desks', `desk-${size - 1}-${DESKS - 1}`, NOBODY);
    if (!done.ok) throw new Error(JSON.stringify(done.error));
  });
  holder.close();
  await store.close();
  const edit = percentile(edits, 50);
  report(
    `a site of ${size} locations, ${size * (2 + SERVICES + 2 * DESKS)} things, over ${engine}`,
    {
      loaded: said(loaded),
      'read at a start': said(opened),
      'one thing changed': `${ms(edit)} CPU (${ms(percentile(edits, 100))} at most)`,
      'a desk taken away': `${ms(removed.cpuMs)} CPU`,
      'heap and all of it': `${Math.round(process.memoryUsage().rss / 1024 / 1024)} MiB`,
    },
    `a change ${TARGET_MS} ms`,
    edit <= TARGET_MS,
  );
  return edit <= TARGET_MS;
}

export async function sites(): Promise<boolean> {
  const data = await makeDataDir();
  const cluster = await openCluster({ durable: true });
  let met = true;
  try {
    for (const size of SIZES) {
      const file = townsSite(data.path, size, SERVICES, DESKS);
      const database = join(data.path, `${size}.db`);
      met = (await measure('SQLite', size, file, () => openSqliteStore({ file: database, log: silentLog }))) && met;
      await cluster.sql('postgres', `CREATE DATABASE site_${size}`);
      const url = cluster.url(`site_${size}`);
      met = (await measure('PostgreSQL', size, file, () => openPostgresStore({ url, log: silentLog }))) && met;
    }
  } finally {
    await cluster.close();
    await data.remove();
  }
  return met;
}
