/**
 * Recorded words for languages without a voice.
 *
 * Recordings of the organisation, and ticket numbers character by character, as on displays.
 */
import type { Loudspeaker } from '../../shared/sound/loudspeaker.ts';
import {
  fileOf,
  latinDigits,
  type RecordedVoice,
  recordedLanguage,
  type Words,
} from '../../shared/sound/recorded-voice.ts';
import type { Outlet } from './audio-routing.ts';
import { bySaying, recordedText } from './recorded-text.ts';
import type { Utterance, Voice } from './speaker.ts';

/** URLs by word, and by language. */
type List = Readonly<Record<string, Words>>;

/**
 * @param loudspeaker plays through the context of the outlet
 * @param voices of the organisation, then bundled
 */
export function recordedWords(
  { lead, own }: Outlet,
  loudspeaker: Loudspeaker,
  voices: readonly RecordedVoice[],
): Voice & { learn(): Promise<void> } {
  let lists: readonly List[] = [];

  /** One speaker if sufficient, else both. */
  function wordsIn(lang: string): readonly Words[] {
    const each = lists.flatMap((list) => {
      const language = recordedLanguage(Object.keys(list), lang);
      return language === null ? [] : [list[language] ?? {}];
    });
    return each.length < 2 ? each : [...each, Object.assign({}, ...each.toReversed()) as Words];
  }

  /** Typed text is not spelt to others: only its length is spoken. */
  function addressesOf({ text, written = text, aloud = written, lang, number }: Utterance): readonly string[] | null {
    const all = wordsIn(lang);
    const signs = [...latinDigits(number ?? '')].filter((sign) => /[\p{L}\p{N}]/u.test(sign));
    const inWords = all.map((words) => recordedText(words, aloud));
    const bySign = all.map((words) => signs.map((sign) => fileOf(words, sign))).filter((files) => files.length > 0);
    const isWhole = (files: readonly (string | null)[] | null): files is readonly string[] =>
      files !== null && files.length > 0 && !files.includes(null);
    return [...inWords, ...bySign].find(isWhole) ?? null;
  }

  async function learn(): Promise<void> {
    lists = await Promise.all(
      voices.map(async ({ recordings, addressOf }) => {
        const known = await recordings();
        return Object.fromEntries(
          Object.entries(known).map(([language, { words }]) => {
            const addresses = Object.entries(words).map(([word, file]) => [word, addressOf(language, file)]);
            return [language, bySaying(Object.fromEntries(addresses))];
          }),
        );
      }),
    );
  }

  return {
    learn,
    speaks: (_lang, utterance) =>
      utterance !== undefined && (utterance.number !== undefined || addressesOf(utterance) !== null),
    lead,
    audience: own,
    async say(utterance, { volume }, signal) {
      loudspeaker.open();
      await learn();
      const addresses = addressesOf(utterance);
      return !signal.aborted && addresses !== null && (await loudspeaker.play(addresses, volume, signal));
    },
  };
}
