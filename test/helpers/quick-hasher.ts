import { createHash } from 'node:crypto';
import type { PasswordHasher } from '../../main/access/service/password-hasher.ts';

export interface QuickHasher extends PasswordHasher {
  /** How many passwords were checked. */
  readonly checks: number;
}

/** Stands in for scrypt where a test is not about it: the same promises, none of the effort. */
export function quickHasher(): QuickHasher {
  let checks = 0;
  const digest = (password: string): string => `quick$${createHash('sha256').update(password).digest('base64url')}`;
  return {
    get checks() {
      return checks;
    },
    hash: async (password) => digest(password),
    async verify(password, stored) {
      // As scrypt does: what is no hash cannot be checked, and takes no effort either.
      if (!stored.startsWith('quick$')) throw new Error('no hash');
      checks += 1;
      return digest(password) === stored;
    },
    nobodys: () => 'quick$nobody',
  };
}
