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

/** 16 MiB per check; one of the equivalent settings of the OWASP password cheat sheet. */
const COST = { N: 16_384, r: 8, p: 5 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Stored as `scrypt$N$r$p$salt$key`, so that the cost can rise while old passwords stay valid. */
export const scryptHasher: PasswordHasher = {
  async hash(password) {
    const salt = randomBytes(SALT_BYTES);
    return written(salt, await derive(password, salt, KEY_BYTES, COST));
  },
  async verify(password, stored) {
    const [kind, N, r, p, salt = '', key = ''] = stored.split('$');
    if (kind !== 'scrypt') throw new Error('A stored password is written in a way that this program does not know.');
    const wanted = Buffer.from(key, 'base64url');
    const cost = { N: Number(N), r: Number(r), p: Number(p) };
    return timingSafeEqual(wanted, await derive(password, Buffer.from(salt, 'base64url'), wanted.length, cost));
  },
  // A random key: only brute force could find a matching password.
  nobodys: () => written(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES)),
};

function written(salt: Buffer, key: Buffer): string {
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

interface Cost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

function derive(password: string, salt: Buffer, length: number, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Normalised, because é can be typed as one character or two.
    scrypt(password.normalize('NFC'), salt, length, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
