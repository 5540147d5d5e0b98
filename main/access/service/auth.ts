/** Authentication service: tokens, device keys, passwords and rate limits. */

import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import { type Clock, systemClock } from '../../lib/context.ts';
import type { User } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import { requiresSignIn } from '../contract/sign-in-rule.ts';
import { createGuard, type Guard } from './authenticate.ts';
import { createGuessLimits, type GuessLimits } from './guess-limits.ts';
import { type ReadKey, userKeys } from './login-tokens.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { hashKey, newDeviceKey, newReportKey } from './random-keys.ts';

export interface AuthOptions {
  readonly site: SiteHolder;
  /** Signs login tokens; at least 32 random bytes, the same at every start. */
  readonly secret: Buffer;
  /** Value of the command line; null: the site setting decides, or else the listening address. */
  readonly wanted: 'on' | 'off' | null;
  readonly beyondLoopback: boolean;
  /** Shares failed attempts between servers of one database; null with a single server. */
  readonly others?: Store['peers']['bulletin'];
  /** Clock for the delays between logins. */
  readonly clock?: Clock;
}

export interface Auth {
  readonly guard: Guard;
  readonly passwords: Passwords;
  /** Rate limits for everything that can be guessed. */
  readonly guesses: GuessLimits;
  /**
   * Whether requests need a key. Without an explicit setting, they do as soon as other machines can reach the server:
   * it listens beyond loopback, the site names public hosts or proxies, or the request came through a proxy.
   * @param forwarded whether the request has a proxy header
   */
  isOn(site: Site, forwarded: boolean): boolean;
  /** Issues a login token for an authenticated user. */
  keyFor(user: User, now: number): string;
  /** Whether the user must choose a password before any other operation. */
  mustChange(user: User): boolean;
  /** Revokes one token of a user. A token of an older version has no id, so this revokes all tokens of the user. */
  endKey(key: ReadKey): Promise<void>;
  /** Revokes all tokens of a user. */
  revokeUser(userId: string, by?: AuditActor): Promise<void>;
  /** Issues a device key and revokes the previous one. */
  newDeviceKey(deviceId: string, by?: AuditActor): Promise<string>;
  revokeDevice(deviceId: string, by?: AuditActor): Promise<void>;
  /** Issues a report API key and revokes the previous one. */
  newReportKey(id: string, by?: AuditActor): Promise<string>;
  endReportKey(id: string, by?: AuditActor): Promise<void>;
  /** Key for a device of this process. It is kept in memory only. */
  internalKey(deviceId: string): string;
}

export function createAuth(options: AuthOptions): Auth {
  const { site, secret, wanted, beyondLoopback, others = null, clock = systemClock } = options;
  const { credentials, hasher } = site;
  const keys = userKeys(secret);
  const guesses = createGuessLimits({ bulletin: others, secret, clock });
  const internal = new Map<string, string>();
  const internalKeys = new Map<string, string>();

  const isOn = ({ settings }: Site, forwarded: boolean): boolean =>
    wanted === null
      ? (settings.api_authentication ?? (beyondLoopback || forwarded || requiresSignIn(settings)))
      : wanted === 'on';

  /** Replaces the stored hash and returns the key, which cannot be read again. */
  async function keep(kind: 'device' | 'report_key', id: string, key: string, by?: AuditActor): Promise<string> {
    await credentials.write([{ kind, id, secret: hashKey(key) }], by);
    return key;
  }

  return {
    guard: createGuard({ keys, credentials, internal }),
    passwords: createPasswords({ credentials, hasher, gate: guesses.passwords, site: site.current }),
    guesses,
    isOn,
    keyFor: ({ id }, now) => keys.issue({ userId: id, generation: credentials.user(id)?.generation ?? 0 }, now),
    mustChange: ({ id }) => credentials.user(id)?.mustChange === true,
    endKey: ({ keyId, until, userId }) =>
      credentials.write([
        keyId === '' ? { kind: 'user', id: userId } : { kind: 'ended_key', id: keyId, secret: String(until) },
      ]),
    revokeUser: (id, by) => credentials.write([{ kind: 'user', id }], by),
    newDeviceKey: (id, by) => keep('device', id, newDeviceKey(), by),
    revokeDevice: (id, by) => credentials.write([{ kind: 'device', id, secret: '' }], by),
    newReportKey: (id, by) => keep('report_key', id, newReportKey(), by),
    endReportKey: (id, by) => credentials.write([{ kind: 'report_key', id, secret: '' }], by),
    internalKey(deviceId) {
      const known = internalKeys.get(deviceId);
      if (known !== undefined) return known;
      const key = newDeviceKey();
      internalKeys.set(deviceId, key);
      internal.set(hashKey(key), deviceId);
      return key;
    },
  };
}
