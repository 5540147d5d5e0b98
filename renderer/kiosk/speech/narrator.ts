/** Utterances for passages and events of the page, in a language that a voice speaks. */
import { languageTag } from '../../shared/i18n.ts';
import type { KioskPageModel, View } from '../model.ts';
import type { Passage } from './reading.ts';
import type { Speaker, Utterance } from './speaker.ts';
import { changeOf, type Hearing, utterancesOf } from './utterances.ts';

/** Trigger of speech: a key, a headset or the button *Listen*, or touch exploration. */
export type Welcome = 'keys' | 'plugged' | 'touch';

type Words = Readonly<Record<string, unknown>>;

export interface Narrator {
  /** All utterances of these passages, in order. */
  said(list: readonly Passage[], after?: Passage | null): readonly Utterance[];
  /** A text of the page's `speech`. */
  word(key: string, words?: Words): readonly Utterance[];
  /** @param controls number of choices */
  screen(introduction: readonly Passage[], warnings: readonly Passage[], controls: number): readonly Utterance[];
  /**
   * Texts of the page; without a voice for them, those of the previous language for a staff call, or a note that there
   * is no voice.
   */
  status(text: string, before: string): readonly Utterance[];
  /** Changes of typed texts. A date has one line per part. */
  typed(before: readonly Passage[], now: readonly Passage[]): readonly Utterance[];
  /** Welcome with the available controls. */
  welcome(by: Welcome): readonly Utterance[];
  /** The view that a voice can speak: the page's own, else the previous one. */
  spoken(): View | null;
  hearing(shown: View): Hearing;
  /** Resets the language for the next visitor. */
  reset(): void;
}

export const tagOf = ({ state }: View): string => languageTag(state.lang);

export function createNarrator(model: KioskPageModel, speaker: Speaker): Narrator {
  /** The last spoken view: if the next language has no voice, it leads back. */
  let understood: View | null = null;

  const view = (): View | null => model.view.peek();
  const hearing = (shown: View): Hearing => ({ t: shown.t, lang: tagOf(shown), speaks: speaker.speaks });
  const isToBeHeard = (each: Utterance): boolean => each.number !== undefined || speaker.says(each);
  const word = (key: string, words?: Words): readonly Utterance[] => wordOfPage(`speech.${key}`, words);

  function spoken(): View | null {
    const shown = view();
    if (shown === null) return null;
    if (speaker.speaks(tagOf(shown))) understood = shown;
    return understood ?? shown;
  }

  function wordOfPage(key: string, words: Words = {}): readonly Utterance[] {
    const shown = spoken();
    return shown === null ? [] : [{ text: shown.t(key, words), lang: tagOf(shown) }];
  }

  /** The page's language has no voice, but another one has. */
  function isVoiceless(): boolean {
    const shown = view();
    const heard = spoken();
    return shown !== null && heard !== null && heard.state.lang !== shown.state.lang && speaker.speaks(tagOf(heard));
  }

  function said(list: readonly Passage[], after: Passage | null = null): readonly Utterance[] {
    const shown = view();
    if (shown === null) return [];
    const ears = hearing(shown);
    return list.flatMap((passage, index) => {
      const all = utterancesOf(passage, list[index - 1] ?? after, ears);
      // On a small screen, this button leads to the languages.
      if (isVoiceless() && passage.element.matches('.to-languages')) return wordOfPage('languages');
      if (isVoiceless()) return all.some(isToBeHeard) ? all.filter(isToBeHeard) : word('noVoice');
      const isTrap = passage.element.matches('.language[lang]') && !speaker.speaks(passage.lang);
      return isTrap && speaker.speaks(ears.lang) ? [...all, ...word('noVoice')] : all;
    });
  }

  /** Those passages that are recorded, if the language has no voice. */
  function recorded(list: readonly Passage[]): readonly Utterance[] {
    const shown = view();
    if (shown === null) return [];
    return list.flatMap((each, at) => utterancesOf(each, list[at - 1] ?? null, hearing(shown))).filter(isToBeHeard);
  }

  /** Instructions in the previous language on how to return to it. */
  function wayOut(): readonly Utterance[] {
    const shown = view();
    if (shown === null || understood === null) return [];
    const named = new Intl.DisplayNames(tagOf(understood), { type: 'language' });
    return word('voiceless', { language: named.of(tagOf(shown)), usual: named.of(tagOf(understood)) });
  }

  return {
    said,
    word,
    spoken,
    hearing,
    screen(introduction, warnings, controls) {
      if (isVoiceless()) return [...wayOut(), ...recorded(introduction), ...recorded(warnings)];
      return [
        ...said(introduction),
        ...(controls === 0 ? [] : word('controls', { count: controls })),
        ...said(warnings),
      ];
    },
    status(text, before) {
      const shown = view();
      if (shown === null) return [];
      const own = { text, lang: tagOf(shown) };
      if (!isVoiceless() || speaker.says(own)) return [own];
      const key = `staff.${shown.state.staff?.state ?? 'none'}`;
      return text.includes(shown.t(key)) && !before.includes(shown.t(key)) ? wordOfPage(key) : word('noVoice');
    },
    typed(before, now) {
      const shown = spoken();
      if (shown === null) return [];
      return now.flatMap(({ manner, element, typed }) => {
        const was = manner === 'typed' ? before.find((each) => each.element === element) : undefined;
        const change = was === undefined ? null : changeOf(was.typed, typed, hearing(shown));
        return change === null ? [] : [change];
      });
    },
    welcome(by) {
      if (by === 'touch') return [...word('welcome.touch'), ...word('touchMenu')];
      if (by === 'keys') return word('welcome.keys');
      const hasKeys = (view()?.state.keys ?? '') !== '';
      return hasKeys ? [...word('welcome.keys'), ...word('corner')] : word('welcome.plugged');
    },
    reset() {
      understood = null;
    },
  };
}
