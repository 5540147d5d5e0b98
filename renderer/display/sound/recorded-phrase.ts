/**
 * A call put together from recorded words: `voice/<language>/<word>.<mp3|wav|…>` in the data folder. Pure.
 *
 * Words: `ticket`; `0` to `9`; letters as `a` … `z`, or whatever letters tags have; `desk`. Where there is one, `042`
 * or `42` is taken for a whole number, and `desk-<id of the desk>` for a whole desk. `phrase.txt` says the order if it
 * is not `ticket {label} {desk}`; words that it names and that are not there are left out.
 */
import type { EventTicket } from '../../../main/contract/events.ts';

/** What `/voice/` tells of one language. */
export interface Recording {
  /** File by word. */
  readonly words: Readonly<Record<string, string>>;
  /** Empty: the usual order. */
  readonly phrase: string;
}

type Spoken = Pick<EventTicket, 'tag' | 'label' | 'number' | 'desk_id' | 'desk_tag'>;

const USUAL = 'ticket {label} {desk}';

/** Files in the order in which they are played; null when a letter, a digit or the desk has not been recorded. */
export function recordedPhrase({ words, phrase }: Recording, ticket: Spoken): readonly string[] | null {
  const files: string[] = [];
  for (const part of (phrase || USUAL).toLowerCase().split(/\s+/)) {
    const found =
      part === '{label}' ? label(words, ticket) : part === '{desk}' ? desk(words, ticket) : known(words, part);
    if (found === null) return null;
    files.push(...found);
  }
  return files;
}

function known(words: Recording['words'], word: string): readonly string[] {
  const file = fileOf(words, word);
  return file === null ? [] : [file];
}

function label(words: Recording['words'], { tag, label: whole, number }: Spoken): readonly string[] | null {
  const letters = letterByLetter(words, tag);
  const padded = whole.startsWith(tag) ? whole.slice(tag.length) : String(number);
  const recorded = fileOf(words, padded) ?? fileOf(words, String(number));
  const digits = recorded === null ? letterByLetter(words, padded) : [recorded];
  return letters === null || digits === null ? null : [...letters, ...digits];
}

function desk(words: Recording['words'], { desk_id, desk_tag }: Spoken): readonly string[] | null {
  const whole = fileOf(words, `desk-${desk_id}`);
  if (whole !== null) return [whole];
  const number = fileOf(words, desk_tag);
  const tag = number === null ? letterByLetter(words, desk_tag) : [number];
  return tag === null || tag.length === 0 ? null : [...known(words, 'desk'), ...tag];
}

function letterByLetter(words: Recording['words'], text: string): readonly string[] | null {
  const files: string[] = [];
  for (const letter of text) {
    if (!/[\p{L}\p{N}]/u.test(letter)) continue;
    const file = fileOf(words, letter);
    if (file === null) return null;
    files.push(file);
  }
  return files;
}

function fileOf(words: Recording['words'], word: string): string | null {
  const key = word.toLowerCase();
  return Object.hasOwn(words, key) ? (words[key] ?? null) : null;
}
