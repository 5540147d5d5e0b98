/**
 * Common passwords, and passwords made from the organisation's names.
 *
 * Checked when a password is set; existing passwords stay valid.
 */
import type { Location, SiteFile, User } from '../../site/contract/site.ts';

export const GUESSABLE = 'is a common password; choose another one';

export const GUESSABLE_PIN = 'is a common PIN; choose another one';

const PRODUCT = 'takeanumber';
/** Shorter names occur in many good passwords. */
const SHORTEST_NAME = 4;

let reading: Promise<ReadonlySet<string>> | null = null;

/** About 18,000 lower-case passwords. Loaded for the first check, then cached. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } });
  return new Set(list);
}

/** @param site whose names count as guessable */
export async function isGuessable(
  password: string,
  user: Pick<User, 'id' | 'username' | 'name'>,
  site: Pick<SiteFile, 'locations'>,
): Promise<boolean> {
  // A digit or symbol after a word does not make it stronger.
  const word = wordOf(password);
  if (wordsIn([PRODUCT, user.id, user.username, user.name]).has(word) || namesIn(site.locations).has(word)) return true;
  reading ??= readCommon();
  const common = await reading;
  return common.has(password.normalize('NFKC').trim().toLowerCase());
}

const ofLocations = new WeakMap<readonly Location[], ReadonlySet<string>>();

/** Cached: a site file can bring thousands of passwords. */
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

/**
 * The same few digits repeated (`000000`, `121212`, `123123`), or an ascending or descending run (`345678`, `987654`).
 */
export function isGuessablePin(pin: string): boolean {
  if (/^(.{1,3})\1+$/.test(pin)) return true;
  const steps = new Set([...pin].slice(1).map((digit, place) => (Number(digit) - Number(pin[place]) + 10) % 10));
  const [step] = steps;
  return steps.size === 1 && (step === 1 || step === 9);
}
