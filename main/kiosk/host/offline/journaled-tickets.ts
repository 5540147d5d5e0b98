/**
 * Offline tickets of this kiosk in the print journal.
 *
 * The lease file is in the same folder. Either file can have lost its last lines: a number in any of them counts as
 * issued.
 */
import type { OfflineRecord } from '../../../printing/contract/printing.ts';
import { latestOfEach, offlineCrc, readEntries } from '../../../printing/journal-files.ts';
import type { LeasedTicket } from './lease-records.ts';

const isWhole = (id: string, record: OfflineRecord & { readonly crc: number }): boolean =>
  typeof record === 'object' && record.crc === offlineCrc(id, record) && Number.isSafeInteger(record.number);

/** Tickets in the journal, oldest first, each once; and whether some are unreadable. */
export async function journaledTickets(
  dir: string,
): Promise<{ readonly tickets: readonly LeasedTicket[]; readonly isDamaged: boolean }> {
  const found = new Map<string, LeasedTicket>();
  let flipped = 0;
  for (const { ticket: id, offline } of latestOfEach(await readEntries(dir))) {
    if (id === undefined || offline === undefined) continue;
    if (!isWhole(id, offline)) {
      flipped += 1;
      continue;
    }
    const { holder, service, number, lang, priority } = offline;
    found.set(id, { id, holder, service, number, lang, priority });
  }
  return { tickets: [...found.values()], isDamaged: flipped > 0 };
}
