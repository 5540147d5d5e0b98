/**
 * When the page begins to speak, or to be led by keys: a headset that is plugged in, a key, a long touch of the marked corner.
 * What it then does is fetched at that moment.
 */
import { effect, signal } from '@preact/signals';
import type { Shell } from '../../main/contract/kiosk.ts';
import { type KeyMap, type KioskDeed, readKeyMap } from '../../main/contract/kiosk-access.ts';
import type { Texts } from '../shared/i18n.ts';
import type { Listening } from './listening.ts';
import { watchCorner } from './marked-corner.ts';
import type { Model } from './model.ts';
import type { Assist } from './speech/assist.ts';
import { type Headset, watchHeadset } from './speech/headset.ts';

/** Nobody has touched anything for so long on the first screen: whoever listened has gone. */
const GONE_MS = 60_000;
const SMALL_PX = 1_000;

interface AssistedPage {
  readonly root: HTMLElement;
  readonly model: Model;
  readonly texts: Texts;
  readonly shell: Shell;
}

export function watchAssist({ root, model, texts, shell }: AssistedPage): Listening {
  const headset: Headset = watchHeadset();
  const isOn = signal(false);
  const isOffered = signal(false);
  const isSilent = signal(false);
  let assist: Assist | null = null;
  let loading: Promise<Assist> | null = null;
  let keys: KeyMap = readKeyMap('');
  let keysText = '';
  let gone: number | undefined;

  const mode = () => model.view.value?.state.speech ?? 'headset';
  const maySpeak = (): boolean =>
    mode() === 'private' || mode() === 'loudspeaker' || (mode() === 'headset' && headset.isIn.value);

  async function load(): Promise<Assist> {
    const { createAssist, speechTexts } = await import('./speech/assist.ts');
    texts.add(speechTexts);
    const { lang, languages } = model.view.peek()?.state ?? { lang: 'en', languages: [] };
    await Promise.all([lang, ...languages.map(({ id }) => id)].map((id) => texts.load(id)));
    assist = await createAssist({
      root,
      model,
      shell,
      headset,
      speech: mode,
      onChange: (isListening) => {
        isOn.value = isListening;
        isSilent.value = false;
      },
      onSaid: (isHeard) => {
        isSilent.value = isOn.peek() && !isHeard;
      },
    });
    return assist;
  }
  /** Once; tried again with the next key should it fail. */
  async function loaded(): Promise<Assist | null> {
    loading ??= load();
    return loading.catch(() => {
      loading = null;
      return null;
    });
  }

  const stay = (): void => {
    window.clearTimeout(gone);
    gone = window.setTimeout(() => {
      if (model.view.peek()?.state.screen.name === 'idle') assist?.end();
    }, GONE_MS);
  };
  function begin(by: 'keys' | 'touch'): void {
    if (!maySpeak()) return;
    stay();
    void loaded().then((it) => {
      if (it === null || !maySpeak()) return;
      if (!it.isListening || (by === 'touch' && !it.isExploring)) it.begin(by);
    });
  }
  const end = (): void => assist?.end();
  const toggle = (): void => (isOn.peek() ? end() : begin('keys'));

  function told(deed: KioskDeed): boolean {
    switch (deed) {
      case 'plugged':
      case 'unplugged':
        headset.tell(deed === 'plugged');
        return true;
      case 'listen':
        if (mode() === 'off') return false;
        toggle();
        return true;
      default:
        if (assist !== null) return assist.does(deed);
        void loaded().then((it) => it?.does(deed));
        return true;
    }
  }

  effect(() => {
    isOffered.value = maySpeak();
    if (!isOffered.value) end();
  });
  // With one control more the row has no room for words where the page is small, or its letters are large.
  const fit = (): void => {
    const isSmall = window.innerWidth < SMALL_PX || window.innerHeight < SMALL_PX || model.access.text.value !== 100;
    document.documentElement.toggleAttribute('data-marks', isOffered.value && isSmall);
  };
  effect(fit);
  window.addEventListener('resize', fit);
  // Whoever plugs in a headset wants to hear something; whoever takes it out has heard enough.
  effect(() => {
    if (headset.isIn.value) begin('keys');
    else if (isOn.peek() && mode() !== 'private') end();
  });
  effect(() => {
    const map = model.view.value?.state.keys ?? '';
    if (map !== keysText) keys = readKeyMap(map);
    keysText = map;
  });
  // A visit that has ended takes its helper with it, unless the headset is still there.
  let screenBefore = '';
  effect(() => {
    const screen = model.view.value?.state.screen.name ?? '';
    if (screen === 'idle' && screenBefore !== 'idle' && screenBefore !== '' && !headset.isIn.peek()) end();
    screenBefore = screen;
  });

  // On the way down: no other listener of the page gets what is done here. A reader's keys never come this far.
  document.addEventListener(
    'keydown',
    (event) => {
      const { code, ctrlKey, altKey, metaKey } = event;
      assist?.hush();
      if (ctrlKey || altKey || metaKey) return;
      const isScanned = (model.view.peek()?.state.scanSeconds ?? 0) > 0;
      const usual = keys.usual.get(code);
      const isUsual = assist?.isOn === true || usual === 'listen' || (isScanned && usual === 'choose');
      const deed = keys.own.get(code) ?? (isUsual ? usual : undefined);
      if (deed === undefined) return;
      stay();
      model.touched();
      if (event.repeat && deed !== 'next' && deed !== 'previous') return event.preventDefault();
      if (!told(deed)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  watchCorner(isOffered, () => (assist?.isExploring === true ? end() : begin('touch')));

  return {
    isOffered,
    isOn,
    isSilent,
    toggle,
    async tryOut(text, lang) {
      const it = await loaded();
      return it?.tryOut(text, lang) ?? false;
    },
  };
}
