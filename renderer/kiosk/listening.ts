/**
 * Availability and state of speech output.
 *
 * For the button that begins and ends it.
 */
import type { ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

export interface Listening {
  /** The house wants it, and there is something to listen with. */
  readonly isOffered: ReadonlySignal<boolean>;
  readonly isOn: ReadonlySignal<boolean>;
  /** Nothing of what was to be said last could be heard; its words have come with the speech. */
  readonly isSilent: ReadonlySignal<boolean>;
  toggle(): void;
  /**
   * Says something for whoever sets the volume, with a headset or without, as loud as every visit begins.
   *
   * @returns false when there is no voice for that language.
   */
  tryOut(text: string, lang: string): Promise<boolean>;
}

export const ListeningContext = createContext<Listening | null>(null);

export function useListening(): Listening {
  const listening = useContext(ListeningContext);
  if (listening === null) throw new Error('Nobody listens above this component.');
  return listening;
}
