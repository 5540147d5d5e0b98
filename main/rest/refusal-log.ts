/**
 * Tells the log whose key, role or password was not good. Somebody who sends many of these fills no disk: past some a
 * minute they are counted, and the count is told with the next minute's first.
 */
import type { Clock, Log } from '../lib/context.ts';
import { ERRNO, type Errno } from '../lib/errno.ts';
import { createLogLimit } from './log-limit.ts';

export interface RefusedAccess {
  readonly errno: Errno;
  readonly operation: string;
  /** Id of the user or device, where it is known; never a name as somebody typed it. */
  readonly caller: string;
  /** IP address. */
  readonly address: string;
}

export interface RefusalLog {
  /** Takes every refusal, and tells those that are about access. */
  note(refused: RefusedAccess): void;
}

const LOGIN: ReadonlySet<Errno> = new Set([ERRNO.loginRefused, ERRNO.tooMany]);
const ACCESS: ReadonlySet<Errno> = new Set([
  ERRNO.keyMissing,
  ERRNO.keyInvalid,
  ERRNO.keyExpired,
  ERRNO.roleMissing,
  ERRNO.outsideLocations,
  ERRNO.deviceUnavailable,
]);

export function createRefusalLog({ clock, log }: { readonly clock: Clock; readonly log: Log }): RefusalLog {
  const mayLog = createLogLimit(clock, (count) => log.warn('auth.denials-suppressed', { count }));
  return {
    note(refused) {
      const event = LOGIN.has(refused.errno) ? 'auth.login-failed' : 'auth.denied';
      if (event === 'auth.denied' && !ACCESS.has(refused.errno)) return;
      if (mayLog()) log.warn(event, { ...refused });
    },
  };
}
