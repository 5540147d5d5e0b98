/** Password hashing with scrypt. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

export interface PasswordHasher {
  /** Hash and verification of passwords. */
  hash(password: string): Promise<string>;
  /** Takes the same time for a right and a wrong password. */
  verify(password: string, stored: string): Promise<boolean>;
  /** Hash that matches no password; `verify` takes as long with it as with any other. */
  nobodys(): string;
}

export interface ScryptCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** 16 MiB per check; one of the equivalent settings of the OWASP password cheat sheet. */
const COST: ScryptCost = { N: 16_384, r: 8, p: 5 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Stored as `scrypt$N$r$p$salt$key`, so that the cost can rise while old passwords stay valid. */
export function createScryptHasher(cost: ScryptCost): PasswordHasher {
  const written = (salt: Buffer, key: Buffer): string =>
    ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      return written(salt, await derive(password, salt, KEY_BYTES, cost));
    },
    async verify(password, stored) {
      const [kind, N, r, p, salt = '', key = ''] = stored.split('$');
      if (kind !== 'scrypt') throw new Error('A stored password has an unknown format.');
      const wanted = Buffer.from(key, 'base64url');
      const used = { N: Number(N), r: Number(r), p: Number(p) };
      return timingSafeEqual(wanted, await derive(password, Buffer.from(salt, 'base64url'), wanted.length, used));
    },
    // A random key: only brute force could find a matching password.
    nobodys: () => written(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES)),
  };
}

export const scryptHasher = createScryptHasher(COST);

function derive(password: string, salt: Buffer, length: number, cost: ScryptCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Normalised, because é can be typed as one character or two.
    scrypt(password.normalize('NFC'), salt, length, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
