import { createHash } from 'node:crypto';
import type { PasswordHasher } from '../../main/access/service/password-hasher.ts';

export interface QuickHasher extends PasswordHasher {
  /** Number of checked passwords. */
  readonly checks: number;
}

/** Fast replacement for scrypt with the same interface, for tests of other things. */
export function quickHasher(): QuickHasher {
  let checks = 0;
  const digest = (password: string): string => `quick$${createHash('sha256').update(password).digest('base64url')}`;
  return {
    get checks() {
      return checks;
    },
    hash: async (password) => digest(password),
    async verify(password, stored) {
      // Like scrypt, it rejects a malformed hash at once.
      if (!stored.startsWith('quick$')) throw new Error('no hash');
      checks += 1;
      return digest(password) === stored;
    },
    nobodys: () => 'quick$nobody',
  };
}
