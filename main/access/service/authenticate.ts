/**
 * Authentication of requests by key or token.
 *
 * Reads the key of a request and checks the permissions of its owner.
 */
import { codedRefusal } from '../../lib/coded-refusal.ts';
import { ERRNO, type Errno } from '../../lib/errno.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { hasRunOut } from '../../reports/contract/report-key-life.ts';
import { rolesOf } from '../../site/rules/rights.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { type AccessRule, type Caller, callerId } from './caller.ts';
import type { CredentialBook } from './credential-book.ts';
import type { UserKeys } from './login-tokens.ts';
import { DEVICE_KEY_PREFIX, hashKey, REPORT_KEY_PREFIX } from './random-keys.ts';

export interface GuardDeps {
  readonly keys: UserKeys;
  readonly credentials: CredentialBook;
  /** Keys of this process's own devices: hash of the key → device id. */
  readonly internal: ReadonlyMap<string, string>;
}

export interface Guard {
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

export function createGuard({ keys, credentials, internal }: GuardDeps): Guard {
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
