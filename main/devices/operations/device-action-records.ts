/** Stored remote actions. */

import type { AuditField } from '../../audit/rules/audit.ts';
import type { ActionEnd, ActionState, PanelAction, RequestedAction } from '../contract/device-actions.ts';

/** Actor, with the kinds of the audit log. */
export interface ActionActor {
  readonly kind: 'user' | 'device' | 'console' | 'start' | 'program';
  /** Id of the user or device; otherwise empty. */
  readonly id: string;
}

/** A stored action. Instants are epoch milliseconds; 0: not yet. */
export interface DeviceActionRecord extends Omit<RequestedAction, 'action'> {
  readonly action: RequestedAction['action'] | PanelAction;
  readonly deviceId: string;
  readonly by: ActionActor;
  readonly askedAt: number;
  readonly expiresAt: number;
  readonly takenAt: number;
  readonly endedAt: number;
  /** Last stored state; expiry is derived from the times. */
  readonly state: Exclude<ActionState, 'expired'>;
  readonly outcome: ActionEnd['outcome'];
}

/** Screenshot or log from an action. */
export type DeviceActionResult = Pick<ActionEnd, 'picture' | 'text'>;

/** An audit log entry about a device. */
export interface DeviceAudit {
  readonly by: ActionActor;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly action: 'asked' | 'ended' | 'done';
  readonly fields: readonly AuditField[];
}
