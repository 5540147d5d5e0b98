/**
 * Last known configuration of the server, on disk.
 *
 * Services, hours and paper texts, for a start without the server. No personal data.
 */
import { existsSync } from 'node:fs';
import { KioskAnswer } from '../../../devices/contract/rest/kiosks.ts';
import type { LeaseAnswer } from '../../../devices/contract/rest/offline.ts';
import type { Log } from '../../../lib/context.ts';
import { readKept, writeKept } from '../../../printing/json-file.ts';
import { completeAnswer } from '../../client/read-answer.ts';

type Texts = LeaseAnswer['leases'][number]['texts'];

export interface ServerSnapshot {
  readonly kiosk: KioskAnswer;
  /** Service → language → texts on paper. */
  readonly texts: Readonly<Record<string, Texts>>;
}

export interface SnapshotFile {
  /** Null before the first response. */
  current(): ServerSnapshot | null;
  heard(kiosk: KioskAnswer): void;
  /** Resolves when it is on disk, or after a logged disk failure. */
  lent(answer: LeaseAnswer): Promise<void>;
  close(): Promise<void>;
}

/** Written as well, because a file damaged during an outage would leave the kiosk without services. */
const copyOf = (path: string): string => path.replace(/\.json$/, '.copy.json');

/** Null without a readable file. */
function readKnown(path: string): ServerSnapshot | null {
  const value = readKept(path) as { readonly kiosk?: unknown; readonly texts?: ServerSnapshot['texts'] } | null;
  const kiosk = completeAnswer(KioskAnswer, value?.kiosk) as KioskAnswer | null;
  return kiosk === null ? null : { kiosk, texts: value?.texts ?? {} };
}

/** Reads the file at once, so that new data is merged into it. */
export function openSnapshotFile(path: string, log: Log, onDamaged: () => void = () => {}): SnapshotFile {
  let known = readKnown(path);
  if (known === null && (existsSync(path) || existsSync(copyOf(path)))) {
    known = readKnown(copyOf(path));
    onDamaged();
  }
  let texts: ServerSnapshot['texts'] = known?.texts ?? {};
  let written = known === null ? null : JSON.stringify(lasting(known));
  let writing: Promise<void> = Promise.resolve();

  function write(now: ServerSnapshot): void {
    const next = lasting(now);
    const text = JSON.stringify(next);
    if (text === written) return;
    written = text;
    writing = writing
      .then(() => writeKept(path, next))
      .then(() => writeKept(copyOf(path), next))
      .catch((error: unknown) => {
        log.error('offline.snapshot-write-failed', { error: String(error) });
        written = null;
      });
  }

  return {
    current: () => known,
    heard(kiosk) {
      known = { kiosk, texts };
      write(known);
    },
    lent({ leases }) {
      texts = Object.fromEntries(leases.map((lease) => [lease.service_id, lease.texts]));
      if (known !== null) {
        known = { ...known, texts };
        write(known);
      }
      return writing;
    },
    close: () => writing,
  };
}

/** Omits counts, estimates and remote actions, which are useless later. */
function lasting({ kiosk, ...rest }: ServerSnapshot): ServerSnapshot {
  const services = kiosk.services.map((service) => ({ ...service, next_wait: 0, open: false, opens_at: '' }));
  return { kiosk: { ...kiosk, device: { ...kiosk.device, asked: false }, services }, ...rest };
}
