/**
 * Spoken call from recorded words. Pure.
 *
 * Files are `<language>/<word>.<mp3
 * wav
 * …>`, of the organisation or bundled.
 *
 * Words: `ticket`; `0` to `9`; letters `a` … `z`, or other letters of tags; `desk`. Whole numbers are used if recorded
 * (`042`, `42`) or composed (`recordedNumber`), and `desk-<id of the desk>` for a whole desk. `phrase.txt` defines a
 * different order; its words without a recording are skipped, and its parts in square brackets are skipped if the desk
 * cannot be said. A room is no desk: for `Room 1`, `room-desk` replaces `desk`, and likewise for other words, such as
 * `room-please-go-to`.
 */
import type { EventTicket } from '../../../main/events/contract/events.ts';
import {
  digitByDigit,
  fileOf,
  latinDigits,
  type Recording,
  recordedNumber,
  type Words,
} from '../../shared/sound/recorded-voice.ts';

/** In every language of visitors, to recognise names in other languages. */
const DESKS =
  /(?<!\p{L})(?:desks?|counters?|windows?|schalter|platz|tisch|theke|guichets?|comptoir|poste|mostrador|ventanilla|taquilla|puesto|mesa|balc[aã]o|guich[eê]|posto|stanowisk\p{L}*|okienk\p{L}*|okno|окно|стойка|место|вікно|стійка|місце|gişe|banko|masa|quầy|bàn)(?!\p{L})|شباك|مكتب|باجه|پیشخوان|דלפק|אשנב|עמדה|काउंटर|खिड़की|窓口|カウンター|창구|데스크|窗口|柜台/iu;

const ROOMS =
  /(?<!\p{L})(?:rooms?|\p{L}*zimmer|\p{L}*raum|salle|cabinet|sala|consulta|consultorio|consultório|gabinete|pokój|gabinet|кабинет|комната|кабінет|кімната|oda|odası|phòng)(?!\p{L})|غرفة|اتاق|חדר|कमरा|कक्ष|室|호실|진료실|상담실|房间/iu;

type Spoken = Pick<EventTicket, 'tag' | 'label' | 'number' | 'desk_id' | 'desk_tag'>;
type Files = readonly string[] | null;

const USUAL = 'ticket {label} [{desk}]';
/** Not spelt out: three letters and more, or a character that is a word. */
const WORD = /\p{L}{3,}|\p{Script=Han}/u;
/** Digits of any script; `²` and `Ⅱ` are none. */
const NUMBER = /^\p{Nd}+$/u;

/**
 * Files in playing order; null if the number, or a required desk, cannot be said.
 *
 * @param name name of the desk on the screen in this language
 */
export function recordedPhrase({ words, phrase }: Recording, ticket: Spoken, name = ticket.desk_tag): Files {
  const noun = deskNoun(name);
  const order = (phrase || USUAL).toLowerCase();
  const said: Readonly<Record<string, Files>> = {
    '{label}': label(words, ticket, { wholeNumbers: true }),
    '{label-digits}': label(words, ticket, { wholeNumbers: false }),
    '{desk}': desk(words, ticket, noun),
  };
  // Brackets only apply to the desk: part of a number is useless.
  if (['{label}', '{label-digits}'].some((part) => order.includes(part) && said[part] === null)) return null;
  const files: string[] = [];
  for (const [, optional, text = ''] of order.matchAll(/\[([^\]]*)\]|([^[]+|\[)/g)) {
    const found = inOrder(words, said, optional ?? text, noun);
    if (found === null && optional === undefined) return null;
    files.push(...(found ?? []));
  }
  return files;
}

function inOrder(words: Words, said: Readonly<Record<string, Files>>, text: string, noun: DeskNoun): Files {
  const files: string[] = [];
  for (const part of text.split(/\s+/)) {
    const found = Object.hasOwn(said, part) ? said[part] : known(words, part, noun);
    if (found == null) return null;
    files.push(...found);
  }
  return files;
}

function known(words: Words, word: string, noun: DeskNoun): readonly string[] {
  const file = (noun === 'room' ? fileOf(words, `room-${word}`) : null) ?? fileOf(words, word);
  return file === null ? [] : [file];
}

function label(words: Words, { tag, label: whole, number }: Spoken, how: { readonly wholeNumbers: boolean }): Files {
  const behindTag = whole.startsWith(tag) ? whole.slice(tag.length).replace(/\P{Nd}/gu, '') : '';
  const padded = behindTag === '' ? String(number) : behindTag;
  const spoken = how.wholeNumbers ? recordedNumber(words, padded) : digitByDigit(words, padded);
  return together([...(tag.normalize('NFC').match(/\p{L}+|\p{N}/gu) ?? []).map((each) => spelt(words, each)), spoken]);
}

/** The recorded desk; or `desk` and its tag, where one unrecorded word is skipped: `Room 1` is desk 1. */
function desk(words: Words, { desk_id, desk_tag }: Spoken, noun: DeskNoun): Files {
  const whole = fileOf(words, `desk-${desk_id}`);
  if (whole !== null) return [whole];
  const tag = desk_tag.normalize('NFC').trim();
  const parts = fileOf(words, tag) === null ? (tag.match(/\p{L}+|\p{N}+/gu) ?? []) : [tag];
  const isUnknown = (part: string): boolean => WORD.test(part) && fileOf(words, part) === null;
  const rest = parts.filter((part) => !isUnknown(part));
  // "Room 1" is a desk 1, but "Hall 2 Room 1" or "Wing B" would be ambiguous without their words.
  const isClear = rest.length === parts.length || (rest.length === 1 && rest.every((part) => NUMBER.test(part)));
  if (rest.length === 0 || !isClear) return null;
  // "Hall 2" is no desk 2 if "hall" is recorded.
  const before = rest.some((part) => WORD.test(part)) ? [] : nounOf(words, noun);
  return together([before, ...rest.map((part) => deskPart(words, part))]);
}

/** A number alone is better than a wrong word before it. */
function nounOf(words: Words, noun: DeskNoun): readonly string[] {
  const file = noun === 'other' ? null : fileOf(words, noun === 'room' ? 'room-desk' : 'desk');
  return file === null ? [] : [file];
}

function deskPart(words: Words, part: string): Files {
  const own = fileOf(words, part);
  if (own !== null) return [own];
  return NUMBER.test(part) ? recordedNumber(words, part) : spelt(words, part);
}

function spelt(words: Words, letters: string): Files {
  return together([...letters].map((letter) => letterFile(words, letter)));
}

function letterFile(words: Words, letter: string): Files {
  const file = fileOf(words, letter) ?? fileOf(words, latinDigits(plainLetter(letter)));
  return file === null ? null : [file];
}

/** Alif is the same with or without a hamza. In other scripts a mark makes another letter. */
function plainLetter(letter: string): string {
  return /\p{Script=Arabic}/u.test(letter) ? letter.normalize('NFD').replace(/\p{M}/gu, '') : letter;
}

/** All parts, or null. */
function together(parts: readonly Files[]): Files {
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
}

/** Kind of a place by the words in its name: recordings have a word for desks and one for rooms. */
type DeskNoun = 'desk' | 'room' | 'other';

/** A name without words, such as `12`, is a desk; `Till 3` is neither. */
function deskNoun(name: string): DeskNoun {
  const plain = name.normalize('NFC');
  if (ROOMS.test(plain)) return 'room';
  return DESKS.test(plain) || !/\p{L}{3,}|\p{Script=Han}/u.test(plain) ? 'desk' : 'other';
}
