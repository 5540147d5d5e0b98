/** Utterances for passages and events of the page, in a language that a voice speaks. */
import { languageTag } from '../../shared/i18n.ts';
import type { KioskPageModel, View } from '../model.ts';
import type { Passage } from './reading.ts';
import type { Speaker, Utterance } from './speaker.ts';
import { changeOf, type Hearing, utterancesOf } from './utterances.ts';

/** What somebody has begun with: a key, a headset or the button *Listen*, or a finger that explores. */
export type Welcome = 'keys' | 'plugged' | 'touch';

type Words = Readonly<Record<string, unknown>>;

export interface Narrator {
  /** All that is said of these, in their order. */
  said(list: readonly Passage[], after?: Passage | null): readonly Utterance[];
  /** A text of the page's `speech`. */
  word(key: string, words?: Words): readonly Utterance[];
  /** @param controls how many there are to choose from. */
  screen(introduction: readonly Passage[], warnings: readonly Passage[], controls: number): readonly Utterance[];
  /** The page's own words; where no voice has them, those of before for a call to staff, or that there is no voice. */
  status(text: string, before: string): readonly Utterance[];
  /** What keys have done to typed texts. A date has a line for each of its parts. */
  typed(before: readonly Passage[], now: readonly Passage[]): readonly Utterance[];
  /** Of the ways that there are here. */
  welcome(by: Welcome): readonly Utterance[];
  /** The view whose words a voice speaks: the page's own or, where it has none, the one before. */
  spoken(): View | null;
  hearing(shown: View): Hearing;
  /** The next visitor may understand other words. */
  reset(): void;
}

export const tagOf = ({ state }: View): string => languageTag(state.lang);

export function createNarrator(model: KioskPageModel, speaker: Speaker): Narrator {
  /** Whose words a voice here has spoken last: where the next language has none, they lead back. */
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

  /** The page has a language that no voice speaks, and there is one that does. */
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
      // On a small screen the way back is behind this.
      if (isVoiceless() && passage.element.matches('.to-languages')) return wordOfPage('languages');
      if (isVoiceless()) return all.some(isToBeHeard) ? all.filter(isToBeHeard) : word('noVoice');
      const isTrap = passage.element.matches('.language[lang]') && !speaker.speaks(passage.lang);
      return isTrap && speaker.speaks(ears.lang) ? [...all, ...word('noVoice')] : all;
    });
  }

  /** Of these what is recorded, where no voice has the language. */
  function recorded(list: readonly Passage[]): readonly Utterance[] {
    const shown = view();
    if (shown === null) return [];
    return list.flatMap((each, at) => utterancesOf(each, list[at - 1] ?? null, hearing(shown))).filter(isToBeHeard);
  }

  /** It is said in the words of before, and how to find them again. */
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
