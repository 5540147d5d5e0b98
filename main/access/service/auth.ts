/** Everything about keys, put together. */

import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import { type Clock, systemClock } from '../../lib/context.ts';
import type { SiteSettings, User } from '../../site/contract/site.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import { createGuard, type Guard } from './authenticate.ts';
import { createGuessLimits, type GuessLimits } from './guess-limits.ts';
import { type ReadKey, userKeys } from './login-tokens.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { hashKey, newDeviceKey, newReportKey } from './random-keys.ts';

export interface AuthOptions {
  readonly site: SiteHolder;
  /** Signs the keys of users; at least 32 random bytes, the same at every start. */
  readonly secret: Buffer;
  /** What the command line says; null leaves it to the site, and to where the server listens. */
  readonly wanted: 'on' | 'off' | null;
  readonly beyondLoopback: boolean;
  /** Where servers of one database tell each other of wrong tries; null where there are none. */
  readonly others?: Store['peers']['bulletin'];
  /** For the pauses between logins. */
  readonly clock?: Clock;
}

export interface Auth {
  readonly guard: Guard;
  readonly passwords: Passwords;
  /** Of all that can be guessed. */
  readonly guesses: GuessLimits;
  /**
   * Whether keys are asked for. When nobody has said so, they are as soon as others may reach the server: it listens to
   * them, the site says under which names or through which proxies they come, or a proxy says that one did.
   *
   * @param forwarded whether the request bears a header of a proxy.
   */
  isOn(site: Site, forwarded: boolean): boolean;
  /** A new key for a user who has been recognised. */
  keyFor(user: User, now: number): string;
  /** Whether the user has to choose a password before anything else. */
  mustChange(user: User): boolean;
  /** Ends one key of a user, for good. A key of an older program, which has no id, ends all of that user's. */
  endKey(key: ReadKey): Promise<void>;
  /** Ends all keys of a user. */
  revokeUser(userId: string, by?: AuditActor): Promise<void>;
  /** Makes a device's key; the one that it had ends. */
  newDeviceKey(deviceId: string, by?: AuditActor): Promise<string>;
  revokeDevice(deviceId: string, by?: AuditActor): Promise<void>;
  /** Makes a key for reports; the one before ends. */
  newReportKey(id: string, by?: AuditActor): Promise<string>;
  endReportKey(id: string, by?: AuditActor): Promise<void>;
  /** A key for a device of this process: never stored, gone with the process. */
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
      ? (settings.api_authentication ?? (beyondLoopback || forwarded || isForOthers(settings)))
      : wanted === 'on';

  /** Keeps the hash of a key in the place of the one before, and gives the key, which nobody can look up again. */
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

/** Whether the site speaks of ways by which others reach the server. */
export function isForOthers({ public_url, allowed_hosts, trusted_proxies }: SiteSettings): boolean {
  return public_url !== '' || allowed_hosts.length > 0 || trusted_proxies.length > 0;
}
