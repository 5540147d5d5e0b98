/**
 * Routing of speech to headset or loudspeaker.
 *
 * Output that cannot be sent to the headset counts as public, and is not spoken if the organisation forbids that.
 */
import { effect } from '@preact/signals';
import type { KioskSpeech } from '../../../main/kiosk/contract/kiosk-access.ts';
import type { SinkContext } from '../../shared/sound/sink-context.ts';
import type { Headset } from './headset.ts';

/** Who hears a sound: only the visitor, everyone nearby, or it must not be played. */
export type SpeechAudience = 'visitor' | 'hall' | 'nobody';

export interface Outlet {
  /** Context of all sounds of the page. */
  readonly context: AudioContext;
  /** Audience of the default output, which browser voices use. */
  usual(): SpeechAudience;
  /** Audience of `context`. */
  own(): SpeechAudience;
  /** Sends `context` to the headset; resolves when done or impossible. */
  lead(): Promise<void>;
}

interface OutletParts {
  readonly headset: Headset;
  readonly speech: () => KioskSpeech;
  readonly context?: SinkContext;
  /** Called when the headset accepts no sound, and when that ends. */
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

  /** If all sound goes to the visitor anyway, nothing is lost. Reported each time, for new listeners. */
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
      // The headset was unplugged; its output can be another device now.
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
