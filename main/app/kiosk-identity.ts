/**
 * Device identity of this kiosk at a remote server.
 *
 * It comes from the command line, from an earlier pairing, or from a pairing code on the screen. The kiosk shows a code
 * when the server asks for a key that it lacks, or rejects the key of its pairing.
 */
import type { Fetch } from '../kiosk/client/client.ts';
import { createPairing, type PairedKiosk } from '../kiosk/client/pairing.ts';
import type { QueueClient } from '../kiosk/client/queue-client.ts';
import type { KioskPairing } from '../kiosk/host/pairing.ts';
import type { Clock, Log } from '../lib/context.ts';
import { ERRNO } from '../lib/errno.ts';
import { matchLanguage } from '../lib/language.ts';
import { LANGUAGES } from '../lib/languages.ts';
import type { Settings } from '../lib/settings/settings.ts';
import { keepPairing, readKeptPairing } from './pairing-store.ts';

export interface KioskIdentity {
  /** Empty until known. */
  device(): string;
  key(): string | null;
  /** Shown by the kiosk meanwhile. */
  readonly pairing: KioskPairing;
  /** The same client, observed for requests that the server refuses without a key. */
  watched(client: QueueClient): QueueClient;
  /** Subscribes to the pairing. Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
  close(): void;
}

const WANTS_KEY: ReadonlySet<number> = new Set([ERRNO.keyMissing, ERRNO.keyInvalid, ERRNO.keyExpired]);

export async function openKioskIdentity(
  { dataDir, device: wanted, deviceKey, lang }: Settings,
  baseUrl: string,
  { fetch, clock, log }: { readonly fetch: Fetch; readonly clock: Clock; readonly log: Log },
): Promise<KioskIdentity> {
  const onDamaged = (file: string): void => log.error('pairing.file-corrupt', { file });
  let paired: PairedKiosk | null =
    deviceKey === null ? await readKeptPairing(dataDir, { server: baseUrl, device: wanted }, onDamaged) : null;
  const steps = new Set<() => void>();
  const changes = new Set<() => void>();
  const tell = (listeners: ReadonlySet<() => void>): void => {
    for (const listener of [...listeners]) listener();
  };

  const pairing = createPairing({
    fetch,
    baseUrl,
    device: wanted,
    onPaired(now) {
      paired = now;
      keepPairing(dataDir, baseUrl, now).catch((error: unknown) => {
        log.error('pairing.write-failed', {
          error: String(error),
        });
      });
      tell(changes);
    },
    onChange: () => tell(steps),
    clock,
    log,
  });
  const device = (): string => paired?.device ?? wanted ?? '';
  if (device() === '') pairing.start();

  return {
    device,
    key: () => deviceKey ?? paired?.key ?? null,
    pairing: {
      step: () => pairing.step(),
      lang: lang ?? matchLanguage(Intl.DateTimeFormat().resolvedOptions().locale, LANGUAGES) ?? 'en',
      onChange(listener) {
        steps.add(listener);
        return () => void steps.delete(listener);
      },
    },
    watched: (client) => ({
      ...client,
      async kiosk(deviceId) {
        const answer = await client.kiosk(deviceId);
        const isRefused = !answer.ok && answer.error.kind === 'refused' && WANTS_KEY.has(answer.error.errno);
        // A key of the command line is not replaced: the operator must correct it there.
        if (isRefused && deviceKey === null) pairing.start();
        return answer;
      },
    }),
    onChange(listener) {
      changes.add(listener);
      return () => void changes.delete(listener);
    },
    close: () => pairing.close(),
  };
}
