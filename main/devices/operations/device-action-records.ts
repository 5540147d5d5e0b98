/** Stored remote actions. */

import type { AuditField } from '../../audit/rules/audit.ts';
import type { ActionEnd, ActionState, AskedAction, PanelDeed } from '../contract/device-actions.ts';

/** Who asked, in the words of the audit log. */
export interface ActionActor {
  readonly kind: 'user' | 'device' | 'console' | 'start' | 'program';
  /** Of the user or device; else empty. */
  readonly id: string;
}

/** An action as it is kept. Instants are epoch milliseconds; 0: not yet. */
export interface DeviceActionRecord extends Omit<AskedAction, 'action'> {
  readonly action: AskedAction['action'] | PanelDeed;
  readonly deviceId: string;
  readonly by: ActionActor;
  readonly askedAt: number;
  readonly expiresAt: number;
  readonly takenAt: number;
  readonly endedAt: number;
  /** As it was written last: what has expired since is found by its time. */
  readonly state: Exclude<ActionState, 'expired'>;
  readonly outcome: ActionEnd['outcome'];
}

/** A picture or a log that came of it. */
export type DeviceActionResult = Pick<ActionEnd, 'picture' | 'text'>;

/** A line of the audit log about a device. */
export interface DeviceAudit {
  readonly by: ActionActor;
  readonly deviceId: string;
  readonly deviceName: string;
  readonly action: 'asked' | 'ended' | 'done';
  readonly fields: readonly AuditField[];
}
