/**
 * Pronunciation corrections of an organisation. Pure.
 */

/** `Pontalva = Pontálva`, or for one language `de: Hbf = Hauptbahnhof`. */
export const PRONUNCIATION_PATTERN = '^([A-Za-z]{2,3}([_-][A-Za-z0-9]{2,8})*: *)?[^=]*[^=\\s][^=]*=[^=]*$';

/** Applies the organisation's corrections to a text. */
export type Pronounce = (text: string, lang: string) => string;

interface Pronunciation {
  /** Empty: all languages. */
  readonly language: string;
  readonly written: string;
  readonly spoken: string;
}

/** Replaces whole words only, regardless of case; longest first, and never within another replacement. */
export function pronounceBy(lines: readonly string[]): Pronounce {
  const all = lines.flatMap((line) => read(line) ?? []).toSorted((a, b) => b.written.length - a.written.length);
  const perLanguage = new Map<string, Pronounce>();
  return (text, lang) => {
    const language = baseOf(lang);
    const say = perLanguage.get(language) ?? pronounceIn(all.filter((each) => ['', language].includes(each.language)));
    perLanguage.set(language, say);
    return say(text, lang);
  };
}

function pronounceIn(list: readonly Pronunciation[]): Pronounce {
  if (list.length === 0) return (text) => text;
  // Corrections of one language precede those of all languages.
  const inOrder = list.toReversed().toSorted((a, b) => a.language.length - b.language.length);
  const spoken = new Map(inOrder.map((each) => [each.written.toLocaleLowerCase(), each.spoken]));
  const written = list.map((each) => each.written.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|');
  const words = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${written})(?![\\p{L}\\p{M}\\p{N}])`, 'giu');
  return (text) => text.replaceAll(words, (word) => spoken.get(word.toLocaleLowerCase()) ?? word);
}

function read(line: string): Pronunciation | null {
  const [, language = '', written = '', spoken = ''] =
    /^(?:([A-Za-z]{2,3}(?:[_-]\w+)*):)?([^=]+)=(.*)$/su.exec(line) ?? [];
  return written.trim() === '' ? null : { language: baseOf(language), written: written.trim(), spoken: spoken.trim() };
}

function baseOf(language: string): string {
  return language.split(/[-_]/)[0]?.toLowerCase() ?? '';
}
