/** Pairing of an unassigned kiosk with a device of its server. */

import { writingDirection } from '../../lib/writing-direction.ts';
import type { KioskState, PairingStep } from '../contract/kiosk.ts';

export interface KioskPairing {
  /** Null while it needs none. */
  step(): PairingStep | null;
  /** The language of whoever sets up the kiosk: it knows none of the site's yet. */
  readonly lang: string;
  /** Returns how to stop. */
  onChange(listener: () => void): () => void;
}

/** A visit that has begun goes on to its end. */
export function withPairing(shown: KioskState, pairing: KioskPairing | undefined): KioskState {
  const step = pairing?.step() ?? null;
  const isOut = shown.screen.name === 'out-of-service' || shown.screen.name === 'starting';
  if (pairing === undefined || step === null || !isOut) return shown;
  const { lang } = pairing;
  return {
    ...shown,
    screen: { name: 'pairing', ...step },
    lang,
    dir: writingDirection(lang),
    languages: [],
    dark: false,
  };
}
