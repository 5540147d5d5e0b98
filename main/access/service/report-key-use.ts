/**
 * Day of the last use of a report API key.
 *
 * Written at most once a day per key.
 */
import { dayInUtc } from '../../reports/contract/report-key-life.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Credential } from '../operations/credentials.ts';
import type { CredentialBook } from './credential-book.ts';

type Kept = Pick<Store, 'readMeta' | 'writeMeta'>;

/** Records the use of a key. */
export type NoteReportKey = (id: string, now: number) => void;

export function noteReportKeys(store: Kept, credentials: CredentialBook, onFault: () => void): NoteReportKey {
  const noted = new Map<string, string>();
  return (id, now) => {
    const credential = credentials.reportKey(id);
    if (credential === undefined) return;
    const use = useOf(credential, dayInUtc(now));
    if (noted.get(id) === use) return;
    noted.set(id, use);
    store.writeMeta(placeOf(id), use).catch(() => {
      // The next use retries.
      noted.delete(id);
      onFault();
    });
  };
}

/** Day (UTC) of the last use of the present key; empty when it was never used. */
export async function lastUseOf(store: Kept, credential: Credential): Promise<string> {
  const use = (await store.readMeta(placeOf(credential.id))) ?? '';
  const day = use.slice(use.indexOf(' ') + 1);
  return use === useOf(credential, day) ? day : '';
}

/** Includes the generation: a new key with the same id is unused. */
function useOf({ generation }: Credential, day: string): string {
  return `${generation} ${day}`;
}

function placeOf(id: string): string {
  return `report_key_use ${id}`;
}
