/**
 * Pairing of a screen: request, show and poll a code.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import { BEGIN_PAIRING, COLLECT_PAIRING, PAIRING_POLL_MS } from '../../main/devices/contract/pairing-endpoints.ts';
import type { PairedPage } from '../../main/devices/contract/rest/pairing.ts';
import type { Rest, RestFailure } from '../shared/api-client.ts';
import { browserMemory } from '../shared/storage.ts';

export type PairingState =
  | { readonly name: 'starting' }
  | { readonly name: 'showing'; readonly code: string }
  /** The server is unavailable, or temporarily accepts no pairings; retried automatically. */
  | { readonly name: 'away' };

const RETRY_MS = 5_000;

const SECRET_BYTES = 32;

const NAME = 'paired-device';

/** Device that this browser is paired as: id, page and key. Stored, so that it survives restarts. */
interface PairedDevice {
  readonly id: string;
  readonly page: PairedPage;
  readonly key: string;
}

export function readPaired(): PairedDevice | null {
  try {
    const { id, page, key } = JSON.parse(browserMemory.read(NAME) ?? '{}') as Partial<PairedDevice>;
    return id === undefined || page === undefined || key === undefined ? null : { id, page, key };
  } catch {
    return null;
  }
}

export function writePaired(device: PairedDevice | null): void {
  browserMemory.write(NAME, device === null ? null : JSON.stringify(device));
}

/** URL of its page, with the key in the fragment, which is never sent. */
export function pageOf({ id, page, key }: PairedDevice): string {
  const device = page === 'counter' ? '' : `?device=${encodeURIComponent(id)}`;
  return `../${page}/${device}#key=${key}`;
}

/** @param onPaired called once, with the key */
export function waitForKey(rest: Rest, onPaired: (device: PairedDevice) => void): ReadonlySignal<PairingState> {
  const state = signal<PairingState>({ name: 'starting' });
  const secret = newSecret();
  const later = (what: () => Promise<void>, ms: number): void => void window.setTimeout(() => void what(), ms);

  async function begin(): Promise<void> {
    const answer = await rest.call(BEGIN_PAIRING, { secret });
    if (!answer.ok) {
      state.value = { name: 'away' };
      later(begin, RETRY_MS);
      return;
    }
    state.value = { name: 'showing', code: answer.value.code };
    later(ask, PAIRING_POLL_MS);
  }

  async function ask(): Promise<void> {
    const answer = await rest.call(COLLECT_PAIRING, { secret });
    if (!answer.ok) return isOver(answer.error) ? begin() : later(ask, RETRY_MS);
    const { paired, device_id: id, page, key } = answer.value;
    if (paired && page !== '') onPaired({ id, page, key });
    else later(ask, PAIRING_POLL_MS);
  }

  void begin();
  return state;
}

/** The code has expired, or its device was deleted: request another one. */
function isOver(error: RestFailure): boolean {
  return error.kind === 'refused';
}

/** Known to this page and its server only; not part of the code. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
