/** Caller of a request: user, device, API key or anonymous. */
import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import type { Role } from '../../site/contract/roles.ts';
import type { Device, ReportKey, User } from '../../site/contract/site.ts';
import type { SiteEditor } from '../../site/service/site-holder.ts';
import type { ReadKey } from './login-tokens.ts';

/** Caller of a request. */
export type Caller =
  /** Anonymous: authentication is off, or the operation needs no key. */
  | { readonly kind: 'anyone' }
  /** `roles`: all permissions of the user, including those of permission sets. */
  | { readonly kind: 'user'; readonly user: User; readonly roles: readonly string[]; readonly key: ReadKey }
  /** `inside`: a device of this process. */
  | { readonly kind: 'device'; readonly device: Device; readonly inside: boolean }
  /** A program that reads reports. */
  | { readonly kind: 'report_key'; readonly reportKey: ReportKey };

/** Id of the user, device or report API key; empty for anonymous callers. */
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

/** Name that is unique among callers of all kinds. */
export function callerName(caller: Caller): string {
  return `${caller.kind} ${callerId(caller)}`;
}

/** The caller as recorded in the audit log. */
export function auditActor(caller: Caller): AuditActor {
  switch (caller.kind) {
    case 'anyone':
    // Report API keys only read, so they never appear in the log.
    case 'report_key':
      return { kind: 'console', id: '' };
    case 'user':
      return { kind: 'user', id: caller.user.id };
    case 'device':
      return { kind: 'device', id: caller.device.id };
  }
}

/** The caller as an editor of the site. Without authentication, everyone can edit everything. */
export function siteEditor({
  caller,
  keysAsked,
  undoable,
}: {
  readonly caller: Caller;
  readonly keysAsked: boolean;
  readonly undoable?: { note(changeId: string): void };
}): SiteEditor {
  return { ...auditActor(caller), isFree: !keysAsked, onUndoable: (changeId) => undoable?.note(changeId) };
}

/** Access rule of an operation, for use while authentication is on. */
export interface AccessRule {
  /** A user needs all of these permissions; without any, every user with a valid token is allowed. */
  readonly roles?: readonly Role[];
  /**
   * Any one of these is enough instead: `admin_branch` for users who manage some locations, `audit_view` for users who
   * only read.
   */
  readonly orRoles?: readonly Role[];
  /** No users, whatever their permissions. */
  readonly devicesOnly?: boolean;
  /** Device types that are allowed with their own key. */
  readonly devices?: readonly number[];
  /** Whether report API keys are allowed. */
  readonly reportKeys?: boolean;
  /** Whether metrics keys are allowed. */
  readonly metricsKeys?: boolean;
  /** Public: no key needed. */
  readonly withoutKey?: boolean;
}
