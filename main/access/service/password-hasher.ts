/** Password hashing with scrypt. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

export interface PasswordHasher {
  /** What may be stored of a password. */
  hash(password: string): Promise<string>;
  /** Takes as long for a right password as for a wrong one. */
  verify(password: string, stored: string): Promise<boolean>;
  /** What stands for nobody's password: `verify` takes as long with it as with any, and it fits none. */
  nobodys(): string;
}

/** 16 MiB for each password that is being checked; one of the equally strong sets of the OWASP password cheat sheet. */
const COST = { N: 16_384, r: 8, p: 5 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** scrypt, written as `scrypt$N$r$p$salt$key` so that its cost can grow without making old passwords useless. */
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
  // A key that was not derived from anything: to find what it comes from is to try all there are.
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
    // The same password may be typed in more than one way: é is one character or two.
    scrypt(password.normalize('NFC'), salt, length, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
