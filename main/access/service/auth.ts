/** Authentication service: tokens, device keys, passwords and rate limits. */

import { createHash, randomBytes } from 'node:crypto';
import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import { type Clock, systemClock } from '../../lib/context.ts';
import { codedRefusal, type Refusal, refuseAs } from '../../lib/refusal.ts';
import { ERRNO, type Errno, fail, ok, type Result } from '../../lib/result.ts';
import { hasRunOut } from '../../reports/contract/report-key-life.ts';
import type { User } from '../../site/contract/site.ts';
import { rolesOf } from '../../site/rules/rights.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from '../contract/rest/login.ts';
import { requiresSignIn } from '../contract/sign-in-rule.ts';
import type { CredentialChange } from '../operations/credentials.ts';
import { type AccessRule, type Caller, callerId } from './caller.ts';
import { isGuessable } from './common-passwords.ts';
import type { CredentialBook } from './credential-book.ts';
import { createGuessLimits, type GuessLimits } from './guess-limits.ts';
import type { LoginGate } from './login-throttle.ts';
import { type ReadKey, type UserKeys, userKeys } from './login-tokens.ts';
import type { PasswordHasher } from './password-hasher.ts';

/** Random keys of devices and reports, stored as hashes. 256 random bits, shown once. */

const DEVICE_KEY_PREFIX = 'tan_';
const REPORT_KEY_PREFIX = 'tanr_';

function newDeviceKey(): string {
  return newKey(DEVICE_KEY_PREFIX);
}

function newReportKey(): string {
  return newKey(REPORT_KEY_PREFIX);
}

function newKey(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** 256 random bits need no slow hash. */
function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Authentication of requests by key or token. Reads the key of a request and checks the permissions of its owner. */

interface GuardDeps {
  readonly keys: UserKeys;
  readonly credentials: CredentialBook;
  /** Keys of this process's own devices: hash of the key → device id. */
  readonly internal: ReadonlyMap<string, string>;
}

interface Guard {
  /**
   * The caller; or errors 101 to 104, or 119 for a disabled device. Without authentication, an unknown key is ignored.
   * @param keysAsked whether this request needs a key, as returned by `Auth.isOn`
   */
  admit(
    authorization: string | undefined,
    rule: AccessRule,
    site: Site,
    now: number,
    keysAsked: boolean,
  ): Result<Caller, Refusal>;
}

const BEARER = /^Bearer +([\w.~+/=-]+) *$/i;
const ANYONE: Result<Caller, Refusal> = ok({ kind: 'anyone' });
const UNREADABLE: Result<Caller, Refusal> = fail({ errno: ERRNO.keyInvalid });
const FOREIGN: ReadonlySet<Errno> = new Set([ERRNO.keyInvalid, ERRNO.keyExpired]);

function createGuard({ keys, credentials, internal }: GuardDeps): Guard {
  function device(key: string, site: Site): Result<Caller, Refusal> {
    const hash = hashKey(key);
    const own = internal.get(hash);
    const found = site.device(own ?? credentials.deviceWith(hash) ?? '');
    if (found === undefined) {
      // The key of a kiosk in this process is always valid, but its device can be missing in the site.
      return fail(own === undefined ? { errno: ERRNO.keyInvalid } : { errno: ERRNO.notFound, parameter: 'device_id' });
    }
    return found.state === 1
      ? ok({ kind: 'device', device: found, inside: own !== undefined })
      : fail({ errno: ERRNO.deviceUnavailable });
  }

  function user(key: string, site: Site, now: number): Result<Caller, Refusal> {
    const owner = keys.read(key, now);
    if (!owner.ok) return fail({ errno: owner.error });
    const { userId, generation, keyId } = owner.value;
    const found = site.user(userId);
    // A username can equal another user's id: only the id counts here.
    const isSame = found?.id === userId && found.state === 1;
    const current = credentials.user(userId)?.generation ?? 0;
    const isGood = isSame && generation === current && !credentials.isEnded(keyId);
    return isGood
      ? ok({ kind: 'user', user: found, roles: rolesOf(found, site.file), key: owner.value })
      : fail({ errno: ERRNO.keyInvalid });
  }

  function reportKey(key: string, { file }: Site, now: number): Result<Caller, Refusal> {
    const id = credentials.reportKeyWith(hashKey(key))?.id;
    const found = file.report_keys.find((one) => one.id === id);
    if (found === undefined) return fail({ errno: ERRNO.keyInvalid });
    if (hasRunOut(found, now)) return fail({ errno: ERRNO.keyExpired, by: found.id });
    return ok({ kind: 'report_key', reportKey: found });
  }

  function ownerOf(key: string, site: Site, now: number): Result<Caller, Refusal> {
    if (key.startsWith(REPORT_KEY_PREFIX)) return reportKey(key, site, now);
    return key.startsWith(DEVICE_KEY_PREFIX) ? device(key, site) : user(key, site, now);
  }

  return {
    admit(authorization, rule, site, now, on) {
      if (authorization === undefined || authorization === '') {
        return on && rule.withoutKey !== true ? fail({ errno: ERRNO.keyMissing }) : ANYONE;
      }
      // A login request can still carry an old key.
      if (rule.withoutKey === true) return ANYONE;
      const key = BEARER.exec(authorization)?.[1];
      const caller = key === undefined ? UNREADABLE : ownerOf(key, site, now);
      // Without authentication, an expired or unknown key must not cause a refusal.
      if (!caller.ok && !on && FOREIGN.has(caller.error.errno)) return ANYONE;
      if (!caller.ok) return caller;
      // Without authentication, a report API key gives its owner neither more nor fewer rights than no key.
      if (!on) return caller.value.kind === 'report_key' ? ANYONE : caller;
      const refusal = ruleFault(rule, caller.value);
      return refusal === null ? caller : fail({ ...refusal, by: callerId(caller.value) });
    },
  };
}

function ruleFault(rule: AccessRule, caller: Caller): Refusal | null {
  switch (caller.kind) {
    case 'anyone':
      return null;
    case 'user': {
      if (rule.devicesOnly === true) return codedRefusal('device_key_required');
      return roleFault(rule, caller.roles, caller.user.locations.length > 0);
    }
    case 'device':
      if (rule.devices?.includes(caller.device.type)) return null;
      return codedRefusal('device_type_not_allowed');
    case 'report_key':
      if (caller.reportKey.scope === 'metrics') {
        return rule.metricsKeys === true ? null : codedRefusal('metrics_key_not_allowed');
      }
      return rule.reportKeys === true ? null : codedRefusal('report_key_not_allowed');
  }
}

/** @param isBound whether the user is limited to some locations */
function roleFault({ roles = [], orRoles = [] }: AccessRule, has: readonly string[], isBound: boolean): Refusal | null {
  const missing = roles.find((role) => !has.includes(role));
  // `admin_site` changes all locations and the permissions in them.
  const isWide = roles.includes('admin_site');
  if (missing === undefined && !(isWide && isBound)) return null;
  const other = orRoles.filter((role) => has.includes(role));
  if (other.some((role) => role !== 'admin_branch' || isBound)) return null;
  if (missing === undefined) return codedRefusal('all_locations_required');
  if (other.length > 0) return codedRefusal('own_locations_required');
  return codedRefusal('role_missing', { values: { role: missing } });
}

interface PasswordTry {
  /** The active user with this name, if any. */
  readonly user: User | undefined;
  /** The name as typed. */
  readonly name: string;
  readonly address: string;
  readonly password: string;
  /** Whether a user without a password can log in. */
  readonly mayBeWithout: boolean;
}

export interface Passwords {
  /** The user, or error 106 or 107. */
  check(attempt: PasswordTry): Promise<Result<User, Refusal>>;
  /** Error 5 for a password that is too short, too long, unchanged or guessable. Revokes the user's tokens. */
  change(userId: string, before: string, after: string): Promise<Result<null, Refusal>>;
  /**
   * The credential change with a new password; error 5 as above.
   * @param before the present password as typed; empty if unknown
   */
  changeOf(userId: string, before: string, after: string): Promise<Result<CredentialChange, Refusal>>;
}

interface PasswordsDeps {
  readonly credentials: CredentialBook;
  readonly hasher: PasswordHasher;
  readonly gate: LoginGate;
  readonly site: () => Site;
}

function createPasswords({ credentials, hasher, gate, site }: PasswordsDeps): Passwords {
  /** Checked for users without a password, so that the response takes as long. */
  const nobodys = hasher.nobodys();

  return {
    async check({ user, name, address, password, mayBeWithout }) {
      const hasNone = user !== undefined && (credentials.user(user.id)?.secret ?? '') === '';
      if (hasNone && mayBeWithout) return ok(user);
      const turn = await gate.enter(user?.id ?? name, address);
      if (!turn.ok) return fail({ errno: ERRNO.tooMany, retryAfterSeconds: turn.error });
      let isRight = false;
      try {
        // Read after the wait: the password can have changed meanwhile.
        const secret = user === undefined ? '' : (credentials.user(user.id)?.secret ?? '');
        const isSame = await hasher.verify(password, secret === '' ? nobodys : secret);
        isRight = isSame && secret !== '';
      } finally {
        turn.value.end(isRight);
      }
      return isRight && user !== undefined ? ok(user) : fail({ errno: ERRNO.loginRefused });
    },
    async change(userId, before, after) {
      const change = await changeOf(userId, before, after);
      if (!change.ok) return change;
      await credentials.write([change.value], { kind: 'user', id: userId });
      return ok(null);
    },
    changeOf,
  };

  async function changeOf(userId: string, before: string, after: string): Promise<Result<CredentialChange, Refusal>> {
    const length = [...after].length;
    if (length < MIN_PASSWORD || length > MAX_PASSWORD || after.trim() === '' || after === before) {
      const values = { min: MIN_PASSWORD, max: MAX_PASSWORD };
      return refuseAs('password_rejected', { parameter: 'new_password', values });
    }
    const { file } = site();
    const user = site().user(userId) ?? { id: userId, username: userId, name: '' };
    if (await isGuessable(after, user, file)) {
      return refuseAs('password_guessable', { parameter: 'new_password' });
    }
    return ok({ kind: 'user', id: userId, secret: await hasher.hash(after), mustChange: false });
  }
}

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
