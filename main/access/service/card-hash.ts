/**
 * Hashes of single cards, so that exports show no number.
 *
 * Hashed, so that no export shows a number.
 */
import { randomBytes, scrypt } from 'node:crypto';
import { saltOfCard } from '../../cards/rules/judge-card.ts';
import { essenceOf } from '../../lib/typed-code.ts';

/** About 20 ms a value: short numbers can be tried, but not quickly. */
const COST = { N: 8_192, r: 8, p: 1 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

export const newCardSalt = (): string => randomBytes(SALT_BYTES).toString('base64url');

/** `card$salt$key`. Capitals, spaces and signs do not count, as where cards are looked up. */
export function hashCard(value: string, salt: string): Promise<string> {
  const hashed = essenceOf(value) || value.normalize('NFKC');
  return new Promise((resolve, reject) => {
    scrypt(hashed, salt, KEY_BYTES, COST, (error, key) => {
      if (error === null) resolve(`card$${salt}$${key.toString('base64url')}`);
      else reject(error);
    });
  });
}

/** Hashes of the value with each salt of these hashes; one after another, for each costs as much as the first. */
export async function hashesOf(value: string, among: readonly string[]): Promise<ReadonlySet<string>> {
  const hashes = new Set<string>();
  for (const salt of new Set(among.map(saltOfCard))) hashes.add(await hashCard(value, salt));
  return hashes;
}
