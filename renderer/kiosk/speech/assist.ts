/** Speech and key navigation, loaded at the first use. */
import { computed, effect } from '@preact/signals';
import english from '../../../assets/locales/en/speech.json';
import type { KioskScreen, Shell } from '../../../main/kiosk/contract/kiosk.ts';
import {
  type KioskAction,
  type KioskSpeech,
  MAX_PACE,
  SAFE_VOLUME,
} from '../../../main/kiosk/contract/kiosk-access.ts';
import { pronounceBy } from '../../../main/site/contract/pronunciation.ts';
import { type MoreTexts, type TextFile, textLoaders } from '../../shared/i18n.ts';
import { openLoudspeaker } from '../../shared/sound/loudspeaker.ts';
import { recordedVoiceAt } from '../../shared/sound/recorded-voice.ts';
import { openSpeech } from '../../shared/sound/speech.ts';
import { type KioskPageModel, LISTENING_FACTOR } from '../model.ts';
import { type Outlet, openOutlet } from './audio-routing.ts';
import { watchFinger } from './explore-by-touch.ts';
import { createGuide } from './guide.ts';
import type { Headset } from './headset.ts';
import { hostVoice } from './host-voice.ts';
import type { Welcome } from './narrator.ts';
import { recordedWords } from './recorded-words.ts';
import { createSpeaker, type Voice } from './speaker.ts';
import { createScan } from './switch-scanning.ts';

export const speechTexts: MoreTexts = {
  english,
  loaders: textLoaders(
    import.meta.glob<TextFile>(['../../../assets/locales/*/speech.json', '!../../../assets/locales/en/speech.json'], {
      import: 'default',
    }),
  ),
};

export interface Assist {
  /** Whether speech or scanning is on, which then handles the standard keys. */
  readonly isOn: boolean;
  readonly isListening: boolean;
  /** Whether touch exploration is in progress. */
  readonly isExploring: boolean;
  begin(by: Welcome): void;
  /** Ends speech. */
  end(): void;
  /** Ends scanning after the visit. */
  leave(): void;
  /** Interrupts the current speech. */
  hush(): void;
  /** Whether a voice is available. */
  tryOut(text: string, lang: string): boolean;
  /** False if the key is not handled. */
  does(deed: KioskAction): boolean;
}

/** Default timeouts of the screens: see `kiosk/machine/machine.ts`. */
function usualMsOf(screen: KioskScreen): number {
  if (screen.name === 'problem') return screen.taken === true ? 20_000 : 30_000;
  return screen.name === 'take-ticket' ? 30_000 : 60_000;
}

/** Recordings of the organisation, then bundled ones. */
const RECORDED = ['../voice/', '../voice/shipped/'];

interface AssistParts {
  readonly root: HTMLElement;
  readonly model: KioskPageModel;
  readonly shell: Shell;
  readonly headset: Headset;
  readonly speech: () => KioskSpeech;
  readonly onChange: (isListening: boolean) => void;
  /** Reports whether the last speech was audible. */
  readonly onSaid: (isHeard: boolean) => void;
}

/** Resolves when the available voices are known. */
export async function createAssist(parts: AssistParts): Promise<Assist> {
  const { root, model, shell, headset, speech, onChange, onSaid } = parts;
  const outlet = openOutlet({
    headset,
    speech,
    onRefused: (on) => void shell.call('headsetRefuses', { on }),
  });
  await outlet.lead();
  const recorded = recordedWords(outlet, openLoudspeaker(outlet.context), RECORDED.map(recordedVoiceAt));
  const [own] = await Promise.all([
    hostVoice({ shell, outlet, state: () => model.view.peek()?.state }),
    recorded.learn(),
  ]);
  let lines: readonly string[] = [];
  let pronounce = pronounceBy(lines);
  const speaker = createSpeaker([own, browserVoice(outlet), recorded], {
    pronounce(text, lang) {
      const now = model.view.peek()?.state.pronunciations ?? [];
      if (now.join('\n') !== lines.join('\n')) pronounce = pronounceBy(now);
      lines = now;
      return pronounce(text, lang);
    },
    startVolume: () => model.view.peek()?.state.volume ?? SAFE_VOLUME,
    onSaid,
  });
  const guide = createGuide({ root, model, speaker, onChange });
  // Speech that began for a headset must not continue on the loudspeaker if the output changes.
  effect(() => {
    if (!headset.isUsual.value) speaker.hush();
  });
  const scanSeconds = (): number => model.view.peek()?.state.scanSeconds ?? 0;
  const scan = createScan(root, scanSeconds, guide.follow);
  let leaveFinger: (() => void) | null = null;

  function end(): void {
    leaveFinger?.();
    leaveFinger = null;
    guide.end();
  }

  // Switch scanning gets the time of two rounds per screen. The idle kiosk keeps its timeouts.
  let paceBefore = 1;
  const giveTime = (): void => {
    const screen = model.view.peek()?.state.screen;
    if (screen === undefined || screen.name === 'idle') paceBefore = 1;
    if (screen === undefined || screen.name === 'idle' || !scan.isOn) return;
    const pace = Math.min(MAX_PACE, Math.max(LISTENING_FACTOR, Math.ceil(scan.twoRounds() / usualMsOf(screen))));
    if (pace !== paceBefore) model.call('pace', { times: pace });
    paceBefore = pace;
  };
  // After the page has rendered the change.
  effect(() => {
    if (model.view.value !== null) window.setTimeout(giveTime, 0);
  });
  const isCounted = computed(() => model.countdown.value !== null);
  effect(() => {
    if (isCounted.value) window.setTimeout(scan.attend, 0);
  });

  return {
    get isOn() {
      return guide.isListening || scan.isOn;
    },
    get isListening() {
      return guide.isListening;
    },
    get isExploring() {
      return leaveFinger !== null;
    },
    begin(by) {
      if (by === 'touch') scan.end();
      leaveFinger?.();
      leaveFinger =
        by === 'touch'
          ? watchFinger({
              touched: model.touched,
              at: guide.explore,
              choose: () => void guide.does('choose'),
              stroke(to) {
                if (to === 'settings') guide.openMenu();
                else guide.does(to);
              },
            })
          : null;
      guide.begin(by);
      // Speech has set its own factor; the scan may need a larger one.
      paceBefore = 1;
      giveTime();
    },
    end,
    leave: scan.end,
    hush: speaker.hush,
    tryOut(text, lang) {
      if (!speaker.knows(lang)) return false;
      speaker.reset();
      void speaker.say([{ text, lang, isTrial: true }]);
      return true;
    },
    does(deed) {
      // A user with one switch has no other key: speech accompanies the scan, and never replaces it.
      const isSwitch = deed === 'choose' && scanSeconds() > 0;
      if (isSwitch && (scan.isOn || !guide.isListening || !guide.isAtControl)) {
        scan.press();
        giveTime();
        return true;
      }
      if (guide.isListening && (deed === 'next' || deed === 'previous')) scan.end();
      return guide.does(deed);
    },
  };
}

/** Voices of the browser. A page cannot choose their output: it is the computer's default. */
function browserVoice({ usual }: Outlet, speech = openSpeech()): Voice {
  return {
    speaks: (lang) => speech.voiceFor(lang) !== null,
    audience: usual,
    async say({ text, lang }, manner, signal) {
      const voice = speech.voiceFor(lang);
      return voice !== null && speech.say(text, voice, manner, signal);
    },
  };
}
