/**
 * Who hears what this page says. What cannot be sent to the headset is taken as heard by the whole hall, and where the house does not want
 * that it is not said at all.
 */
import type { KioskSpeech } from '../../../main/contract/kiosk-access.ts';
import type { SinkContext } from '../../shared/sound/sink-context.ts';
import type { Headset } from './headset.ts';

/** Nobody but the visitor, everybody who is near, or: not to be said. */
export type Audience = 'visitor' | 'hall' | 'nobody';

export interface Outlet {
  /** For all sounds of the page. */
  readonly context: AudioContext;
  /** Of what goes where the computer sends sound by itself, as browsers' voices do. */
  usual(): Audience;
  /** Of what goes through `context`. */
  own(): Audience;
  /** Sends `context` to the headset; resolves when it has come there, or cannot. */
  lead(): Promise<void>;
}

interface OutletParts {
  readonly headset: Headset;
  readonly speech: () => KioskSpeech;
  readonly context?: SinkContext;
}

export function openOutlet({ headset, speech, context = new AudioContext() }: OutletParts): Outlet {
  const sink = (): string => context.sinkId ?? '';

  function usual(): Audience {
    if (speech() === 'private' || headset.isUsual.peek()) return 'visitor';
    return speech() === 'loudspeaker' ? 'hall' : 'nobody';
  }

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
      if (sink() === wanted) return;
      await context.setSinkId?.(wanted).catch(() => (sink() === '' ? undefined : context.setSinkId?.('')));
    },
  };
}
