/** Speech and key navigation, loaded at the first use. */
import { computed, effect } from '@preact/signals';
import english from '../../../assets/locales/en/speech.json';
import type { KioskScreen, Shell } from '../../../main/kiosk/contract/kiosk.ts';
import { type KioskDeed, type KioskSpeech, MAX_PACE, SAFE_VOLUME } from '../../../main/kiosk/contract/kiosk-access.ts';
import { pronounceBy } from '../../../main/site/contract/pronunciation.ts';
import { type MoreTexts, type TextFile, textLoaders } from '../../shared/i18n.ts';
import { openLoudspeaker } from '../../shared/sound/loudspeaker.ts';
import { recordedVoiceAt } from '../../shared/sound/recorded-voice.ts';
import { openSpeech } from '../../shared/sound/speech.ts';
import { HEARD_TIMES, type KioskPageModel } from '../model.ts';
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
  /** Somebody listens, or scans: the usual keys are theirs. */
  readonly isOn: boolean;
  readonly isListening: boolean;
  /** A finger looks around. */
  readonly isExploring: boolean;
  begin(by: Welcome): void;
  /** Of speech. */
  end(): void;
  /** Of scanning: the visit is over. */
  leave(): void;
  /** Somebody has heard enough of what is being said. */
  hush(): void;
  /** Whether there is a voice for it. */
  tryOut(text: string, lang: string): boolean;
  /** False when the key is somebody else's. */
  does(deed: KioskDeed): boolean;
}

/** As the kiosk waits for whoever is no slower: see `kiosk/machine/machine.ts`. */
function usualMsOf(screen: KioskScreen): number {
  if (screen.name === 'problem') return screen.taken === true ? 20_000 : 30_000;
  return screen.name === 'take-ticket' ? 30_000 : 60_000;
}

/** Words of the house, then those that came with the program. */
const RECORDED = ['../voice/', '../voice/shipped/'];

interface AssistParts {
  readonly root: HTMLElement;
  readonly model: KioskPageModel;
  readonly shell: Shell;
  readonly headset: Headset;
  readonly speech: () => KioskSpeech;
  readonly onChange: (isListening: boolean) => void;
  /** Whether something was heard of what was to be said last. */
  readonly onSaid: (isHeard: boolean) => void;
}

/** Resolves when it is known which voices there are. */
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
  // What was begun for a headset does not go on in the hall, should the computer send sound there meanwhile.
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

  // Whoever scans has the time of two rounds on each screen. The kiosk itself, which nobody uses yet, is no slower.
  let paceBefore = 1;
  const giveTime = (): void => {
    const screen = model.view.peek()?.state.screen;
    if (screen === undefined || screen.name === 'idle') paceBefore = 1;
    if (screen === undefined || screen.name === 'idle' || !scan.isOn) return;
    const pace = Math.min(MAX_PACE, Math.max(HEARD_TIMES, Math.ceil(scan.twoRounds() / usualMsOf(screen))));
    if (pace !== paceBefore) model.call('pace', { times: pace });
    paceBefore = pace;
  };
  // Once the page shows what has changed.
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
      // Speech has asked for its own pace, and the scan may need more.
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
      // Whoever has one switch has nothing else: speech goes along with their scan, and never takes its place.
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

/**
 * The voices that the browser finds on its computer. A page cannot say where they are heard: it is where the computer sends sound by itself.
 */
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
