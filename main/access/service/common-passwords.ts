/**
 * Common passwords, and passwords made from the organisation's names.
 *
 * Those that most people take, and those that a house gives away by its own names. Looked at when a password is set;
 * nobody is kept out for one that was set before.
 */
import type { Location, SiteFile, User } from '../../site/contract/site.ts';

export const GUESSABLE = 'is one of the passwords that are tried first; choose another one';

export const GUESSABLE_PIN = 'is one of the PINs that are tried first; choose another one';

const PRODUCT = 'takeanumber';
/** Shorter names are part of many good passwords. */
const SHORTEST_NAME = 4;

let reading: Promise<ReadonlySet<string>> | null = null;

/** Some 18,000, in small letters. Read once, when the first password is set, and kept. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } });
  return new Set(list);
}

/** @param site whose names are no secrets */
export async function isGuessable(
  password: string,
  user: Pick<User, 'id' | 'username' | 'name'>,
  site: Pick<SiteFile, 'locations'>,
): Promise<boolean> {
  // A number or a sign behind a word makes it no better.
  const word = wordOf(password);
  if (wordsIn([PRODUCT, user.id, user.username, user.name]).has(word) || namesIn(site.locations).has(word)) return true;
  reading ??= readCommon();
  const common = await reading;
  return common.has(password.normalize('NFKC').trim().toLowerCase());
}

const ofLocations = new WeakMap<readonly Location[], ReadonlySet<string>>();

/** A site file may bring thousands of passwords. */
function namesIn(locations: readonly Location[]): ReadonlySet<string> {
  const names = ofLocations.get(locations) ?? wordsIn(locations.map(({ name }) => name));
  ofLocations.set(locations, names);
  return names;
}

function wordsIn(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.filter((name) => bare(name).length >= SHORTEST_NAME).map(wordOf));
}

function wordOf(text: string): string {
  return bare(text).replace(/\d+$/, '');
}

function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The same few digits again and again (`000000`, `121212`, `123123`), or a run up or down (`345678`, `987654`). */
export function isGuessablePin(pin: string): boolean {
  if (/^(.{1,3})\1+$/.test(pin)) return true;
  const steps = new Set([...pin].slice(1).map((digit, place) => (Number(digit) - Number(pin[place]) + 10) % 10));
  const [step] = steps;
  return steps.size === 1 && (step === 1 || step === 9);
}
