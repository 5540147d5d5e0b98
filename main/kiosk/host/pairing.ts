/** Pairing of an unassigned kiosk with a device of its server. */

import { writingDirection } from '../../lib/writing-direction.ts';
import type { KioskState, PairingStep } from '../contract/kiosk.ts';

export interface KioskPairing {
  /** Null when not needed. */
  step(): PairingStep | null;
  /** Language for the person who sets up the kiosk, because the site's languages are unknown. */
  readonly lang: string;
  /** Returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
}

/** A running visit continues to its end. */
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
