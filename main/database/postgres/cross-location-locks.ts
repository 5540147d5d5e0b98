/**
 * Locks of users and idempotency keys, which belong to no location.
 *
 * Within a transaction, one location at most can use each of them: rows in memory do not see changes of another
 * location.
 */

/** Users who start to serve, or can; idempotency keys of requests. */
export interface Names {
  readonly users: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
}

/** Lock names. */
export function lockNames({ users, keys }: Names): readonly string[] {
  return [...users, ...[...keys].map((key) => `key ${key}`)];
}

/**
 * The lock was not available without waiting. The caller retries where waiting is safe, or names the user at the start.
 */
export class LockNotAvailableError extends Error {
  override readonly name = 'WouldWait';
  readonly userId: string;
  constructor(userId: string) {
    super('Another transaction holds the lock of the same user.');
    this.userId = userId;
  }
}

export interface Claims {
  /** Claims names for a location; false, without any claim, when another location of the transaction has one. */
  take(locationId: string, names: Names): boolean;
  /**
   * Whether waiting for a user who was not named at the start is safe from a deadlock: the transaction holds no other
   * user or key, and has one location only.
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
