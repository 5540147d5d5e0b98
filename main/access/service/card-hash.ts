/** Hashes of single cards, so that exports contain no card numbers. */
import { randomBytes, scrypt } from 'node:crypto';
import { saltOfCard } from '../../cards/rules/judge-card.ts';
import { essenceOf } from '../../lib/typed-code.ts';

/** About 20 ms per value: this slows down brute force over short numbers. */
const COST = { N: 8_192, r: 8, p: 1 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

export const newCardSalt = (): string => randomBytes(SALT_BYTES).toString('base64url');

/** Format `card$salt$key`. Ignores case, spaces and punctuation, as the card lookup does. */
export function hashCard(value: string, salt: string): Promise<string> {
  const hashed = essenceOf(value) || value.normalize('NFKC');
  return new Promise((resolve, reject) => {
    scrypt(hashed, salt, KEY_BYTES, COST, (error, key) => {
      if (error === null) resolve(`card$${salt}$${key.toString('base64url')}`);
      else reject(error);
    });
  });
}

/** Hashes the value with the salt of each given hash. Sequential, because each costs as much as the first. */
export async function hashesOf(value: string, among: readonly string[]): Promise<ReadonlySet<string>> {
  const hashes = new Set<string>();
  for (const salt of new Set(among.map(saltOfCard))) hashes.add(await hashCard(value, salt));
  return hashes;
}
