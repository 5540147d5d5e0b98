/**
 * Routing of speech to headset or loudspeaker.
 *
 * Output that cannot be sent to the headset counts as public, and is not spoken if the organisation forbids that.
 */
import { effect } from '@preact/signals';
import type { KioskSpeech } from '../../../main/kiosk/contract/kiosk-access.ts';
import type { SinkContext } from '../../shared/sound/sink-context.ts';
import type { Headset } from './headset.ts';

/** Nobody but the visitor, everybody who is near, or: not to be said. */
export type SpeechAudience = 'visitor' | 'hall' | 'nobody';

export interface Outlet {
  /** For all sounds of the page. */
  readonly context: AudioContext;
  /** Of what goes where the computer sends sound by itself, as browsers' voices do. */
  usual(): SpeechAudience;
  /** Of what goes through `context`. */
  own(): SpeechAudience;
  /** Sends `context` to the headset; resolves when it has come there, or cannot. */
  lead(): Promise<void>;
}

interface OutletParts {
  readonly headset: Headset;
  readonly speech: () => KioskSpeech;
  readonly context?: SinkContext;
  /** Told when the headset that is plugged in has taken no sound, and when that is over. */
  readonly onRefused?: (isSo: boolean) => void;
}

export function openOutlet({
  headset,
  speech,
  context = new AudioContext(),
  onRefused = () => undefined,
}: OutletParts): Outlet {
  let isRefused = false;
  const sink = (): string => context.sinkId ?? '';

  function usual(): SpeechAudience {
    if (speech() === 'private' || headset.isUsual.peek()) return 'visitor';
    return speech() === 'loudspeaker' ? 'hall' : 'nobody';
  }

  /** Where all sound of the computer is the visitor's nothing is lost. It is said again each time: who heard it may have forgotten. */
  function note(isSo: boolean): void {
    if (isSo || isRefused) onRefused(isSo);
    isRefused = isSo;
  }
  effect(() => {
    if (!headset.isIn.value) note(false);
  });

  return {
    context,
    usual,
    own() {
      if (sink() === '') return usual();
      // A headset that has gone; whatever its output leads to now.
      return sink() === headset.output() ? 'visitor' : 'nobody';
    },
    async lead() {
      const wanted = headset.output();
      if (sink() !== wanted) {
        await context.setSinkId?.(wanted).catch(() => (sink() === '' ? undefined : context.setSinkId?.('')));
      }
      note(wanted !== '' && sink() !== wanted && usual() !== 'visitor');
    },
  };
}
