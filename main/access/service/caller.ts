/**
 * Caller of a request: user, device, API key or anonymous.
 *
 * User, device, API key or anonymous.
 */
import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import type { Role } from '../../site/contract/roles.ts';
import type { Device, ReportKey, User } from '../../site/contract/site.ts';
import type { SiteEditor } from '../../site/service/site-holder.ts';
import type { ReadKey } from './login-tokens.ts';

/** Who makes a request. */
export type Caller =
  /** Somebody, while authentication is off, or where nobody needs a key. */
  | { readonly kind: 'anyone' }
  /** `roles`: all that the user has, those of a set of the house too. */
  | { readonly kind: 'user'; readonly user: User; readonly roles: readonly string[]; readonly key: ReadKey }
  /** `inside`: a device of this very process. */
  | { readonly kind: 'device'; readonly device: Device; readonly inside: boolean }
  /** A program that reads reports. */
  | { readonly kind: 'report_key'; readonly reportKey: ReportKey };

/** Of the user, device or key for reports; empty for anyone. */
export function callerId(caller: Caller): string {
  switch (caller.kind) {
    case 'anyone':
      return '';
    case 'user':
      return caller.user.id;
    case 'device':
      return caller.device.id;
    case 'report_key':
      return caller.reportKey.id;
  }
}

/** The same among callers of all kinds. */
export function callerName(caller: Caller): string {
  return `${caller.kind} ${callerId(caller)}`;
}

/** The caller as the audit log names them. */
export function auditActor(caller: Caller): AuditActor {
  switch (caller.kind) {
    case 'anyone':
    // Reads only: the log never hears of it.
    case 'report_key':
      return { kind: 'console', id: '' };
    case 'user':
      return { kind: 'user', id: caller.user.id };
    case 'device':
      return { kind: 'device', id: caller.device.id };
  }
}

/** The caller as somebody who changes the site. While no keys are needed, everybody may change everything. */
export function siteEditor({
  caller,
  keysAsked,
}: {
  readonly caller: Caller;
  readonly keysAsked: boolean;
}): SiteEditor {
  return { ...auditActor(caller), isFree: !keysAsked };
}

/** Who may call an operation while authentication is on. */
export interface AccessRule {
  /** A user needs every one of them; with none, any user with a valid key may. */
  readonly roles?: readonly Role[];
  /**
   * Any one of these will do instead: `admin_branch` for users of some locations, who see and change what belongs to those; `audit_view`
   * for who reads all of it.
   */
  readonly orRoles?: readonly Role[];
  /** No user may, whatever the roles. */
  readonly devicesOnly?: boolean;
  /** The kinds of devices that may, with a key of their own. */
  readonly devices?: readonly number[];
  /** Whether report API keys may. */
  readonly reportKeys?: boolean;
  /** Whether metrics keys may. */
  readonly metricsKeys?: boolean;
  /** Nobody needs a key. */
  readonly withoutKey?: boolean;
}
