/**
 * Numbers on paper that the queue of this program does not know.
 *
 * A restored database file can be older than the print journals. Their numbers are skipped, so that none is issued
 * twice, and staff see the alarm for damaged records.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDamagedRecords } from '../kiosk/host/damaged-records.ts';
import type { Clock, Log } from '../lib/context.ts';
import { printedNumbers } from '../printing/journal-files.ts';
import { issuedToday } from '../queue/service/issued-today.ts';
import type { SiteHolder } from '../site/service/site-holder.ts';
import type { Store } from '../store/contract/store.ts';
import { DATABASE_FILE } from '../store/transfer/database-target.ts';

const JOURNALS = 'print-journal';
/** Longest business day. */
const DAY_MS = 86_400_000;

export interface PrintedNumbersOptions {
  readonly dataDir: string;
  readonly store: Store;
  readonly site: SiteHolder;
  readonly clock: Clock;
  readonly log: Log;
}

/** Await this before anything issues numbers, and before the kiosks of this program open. */
export async function skipPrintedNumbers({ dataDir, store, site, clock, log }: PrintedNumbersOptions): Promise<void> {
  const folder = join(dataDir, JOURNALS);
  const now = clock.now();
  const known = site.current();
  for (const device of await readdir(folder).catch(() => [])) {
    const dir = join(folder, device);
    const printed = (await printedNumbers(dir, now - DAY_MS)).map(({ id, service, number }) => {
      return { id, service_id: service, number };
    });
    const services = printed.flatMap(({ service_id }) => known.service(service_id) ?? []);
    let unknown = 0;
    for (const id of new Set(services.map(({ location }) => location))) {
      const location = known.location(id);
      if (location === undefined) continue;
      const noted = await store.run('noteIssued', issuedToday(printed, services, location, now), { now });
      if (noted.ok) unknown += noted.value.unknown.length;
    }
    if (unknown === 0) continue;
    log.error('queue.numbers-skipped', { device, count: unknown });
    const records = openDamagedRecords({ dir, clock, log, onChange() {} });
    records.note(DATABASE_FILE);
    await records.close();
  }
}
