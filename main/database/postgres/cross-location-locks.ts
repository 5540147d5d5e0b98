/**
 * Users and idempotency keys are of no location. What is known of them holds for one location of a transaction at most: the rows
 * of each remember what they have read, and hear nothing of what another one does.
 */

/** Users who begin to serve, or may; keys of requests. */
export interface Names {
  readonly users: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
}

/** By what they are locked. */
export function lockNames({ users, keys }: Names): readonly string[] {
  return [...users, ...[...keys].map((key) => `key ${key}`)];
}

/** Nobody waits, so it is tried again where waiting keeps nobody, or where the user is named from the beginning. */
export class LockNotAvailableError extends Error {
  override readonly name = 'WouldWait';
  readonly userId: string;
  constructor(userId: string) {
    super('Somebody else is just finding out about the same user.');
    this.userId = userId;
  }
}

export interface Claims {
  /** Takes them for a location; false, and none is taken, when another one of the transaction has one of them. */
  take(locationId: string, names: Names): boolean;
  /**
   * Whether a user may be waited for who was not named at the beginning: no other user and no key is held, for which somebody may
   * wait who holds that one, and no other location waits too.
   */
  readonly mayWait: boolean;
}

export function createClaims(): Claims {
  const locations = new Set<string>();
  const users = new Map<string, string>();
  const keys = new Map<string, string>();
  return {
    take(locationId, names) {
      const isFree = (owners: ReadonlyMap<string, string>) => (name: string) =>
        (owners.get(name) ?? locationId) === locationId;
      if (![...names.users].every(isFree(users)) || ![...names.keys].every(isFree(keys))) return false;
      locations.add(locationId);
      for (const user of names.users) users.set(user, locationId);
      for (const key of names.keys) keys.set(key, locationId);
      return true;
    },
    get mayWait() {
      return users.size === 0 && keys.size === 0 && locations.size < 2;
    },
  };
}
