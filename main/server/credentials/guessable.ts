/**
 * Passwords that are tried first: those that most people take, and those that a house gives away by its own names.
 * Looked at when a password is set; nobody is kept out for one that was set before.
 */
import type { SiteFile, User } from '../../contract/site.ts';

export const GUESSABLE = 'is one of the passwords that are tried first; choose another one';

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
  const names = [PRODUCT, user.id, user.username, user.name, ...site.locations.map(({ name }) => name)].map(bare);
  // A number or a sign behind a word makes it no better.
  const word = bare(password).replace(/\d+$/, '');
  if (names.some((name) => name.length >= SHORTEST_NAME && name.replace(/\d+$/, '') === word)) return true;
  reading ??= readCommon();
  const common = await reading;
  return common.has(password.normalize('NFKC').trim().toLowerCase());
}

function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
