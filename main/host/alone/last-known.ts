/**
 * What this kiosk last heard of its server, kept on the disk: what it offers, its hours and its words on paper. With it the
 * kiosk goes on when its program starts while the server is away. Nothing of any visitor stands in it.
 */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { completeAnswer } from '../../client/read-answer.ts';
import type { Log } from '../../context.ts';
import { KioskAnswer } from '../../contract/rest/kiosks.ts';
import type { LeaseAnswer } from '../../contract/rest/offline.ts';

type Texts = LeaseAnswer['leases'][number]['texts'];

export interface Known {
  readonly kiosk: KioskAnswer;
  /** Service → language → what it has to say on paper. */
  readonly texts: Readonly<Record<string, Texts>>;
}

export interface LastKnown {
  /** Settles when the file was read. */
  readonly opened: Promise<void>;
  /** Null while nothing was ever heard. */
  current(): Known | null;
  heard(kiosk: KioskAnswer): void;
  lent(answer: LeaseAnswer): void;
  close(): Promise<void>;
}

/** A power cut leaves the file of before, or this one. */
async function writeWhole(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.datasync();
  } finally {
    await file.close();
  }
}

export function openLastKnown(path: string, log: Log): LastKnown {
  let known: Known | null = null;
  let texts: Known['texts'] = {};
  let written = '';
  let writing: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null || known !== null) return;
    const value: { readonly kiosk?: unknown; readonly texts?: Known['texts'] } = JSON.parse(text);
    const kiosk = completeAnswer(KioskAnswer, value.kiosk) as KioskAnswer | null;
    if (kiosk === null) return;
    texts = value.texts ?? {};
    known = { kiosk, texts };
    written = fingerprint(known);
  }

  /** Counts and estimates change all the time, and are worth nothing later. */
  function fingerprint({ kiosk, ...rest }: Known): string {
    const services = kiosk.services.map((service) => ({ ...service, next_wait: 0, open: false, opens_at: '' }));
    return JSON.stringify({ kiosk: { ...kiosk, services }, ...rest });
  }

  function write(now: Known): void {
    const text = fingerprint(now);
    if (text === written) return;
    written = text;
    writing = writing
      .then(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await writeWhole(`${path}.new`, text);
        await rename(`${path}.new`, path);
      })
      .catch((error: unknown) => {
        log.error('offline.file-failed', { detail: String(error) });
        written = '';
      });
  }

  return {
    // One that cannot be read is as good as none.
    opened: read().catch(() => {}),
    current: () => known,
    heard(kiosk) {
      known = { kiosk, texts };
      write(known);
    },
    lent({ leases }) {
      texts = Object.fromEntries(leases.map((lease) => [lease.service_id, lease.texts]));
      if (known === null) return;
      known = { ...known, texts };
      write(known);
    },
    close: () => writing,
  };
}
