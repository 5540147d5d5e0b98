/**
 * Availability and state of speech output, for its button.
 */
import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export interface Listening {
  /** The organisation allows it, and there is an output. */
  readonly isOffered: ReadonlySignal<boolean>;
  readonly isOn: ReadonlySignal<boolean>;
  /** Whether the last speech was inaudible; its text has loaded with the speech. */
  readonly isSilent: ReadonlySignal<boolean>;
  toggle(): void;
  /**
   * Speaks a sample at the start volume, with or without a headset, for staff who set the volume.
   *
   * @returns false without a voice for that language
   */
  tryOut(text: string, lang: string): Promise<boolean>;
}

export const ListeningContext = createContext<Listening | null>(null);

export function useListening(): Listening {
  const listening = useContext(ListeningContext);
  if (listening === null) throw new Error('Nobody listens above this component.');
  return listening;
}
