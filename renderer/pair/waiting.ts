/**
 * Pairing of a screen: request, show and poll a code.
 *
 * Asks for a code, shows it, and asks whether somebody has typed it.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import { BEGIN_PAIRING, COLLECT_PAIRING } from '../../main/devices/contract/pairing-endpoints.ts';
import { PAIRING_POLL_MS } from '../../main/devices/contract/pairing-timing.ts';
import type { Rest, RestFailure } from '../shared/api-client.ts';
import type { PairedDevice } from './paired-device.ts';

export type PairingState =
  | { readonly name: 'starting' }
  | { readonly name: 'showing'; readonly code: string }
  /** The server cannot be reached, or wants no more of them just now; tried again by itself. */
  | { readonly name: 'away' };

const RETRY_MS = 5_000;
const SECRET_BYTES = 32;

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

/** The code has ended, or the device it was for is gone: another one is shown. */
function isOver(error: RestFailure): boolean {
  return error.kind === 'refused';
}

/** Known to this page and its server alone, and to nobody who reads the code. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
