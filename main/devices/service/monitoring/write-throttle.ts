/** Whether what is known of a device is to be written down now, or when. Pure. */
import type { KeptDevice } from '../../rules/device-history.ts';
import { sameAlarms, sameFacts } from './device-diff.ts';

/** What changes with every visitor is written so often at most. */
const SAID_EVERY_MS = 10_000;
/** After a power cut nobody knows better until when a device was heard. */
const HEARD_EVERY_MS = 600_000;

/** @param old what is written, and when; @returns an instant: now or before is at once; null: never, unless it changes. */
export function writeAt(old: KeptDevice, writtenAt: number, now: KeptDevice): number | null {
  if (old.isInTouch !== now.isInTouch || !sameAlarms(old.alarms, now.alarms)) return writtenAt;
  const isSame = sameFacts(old.status, now.status);
  if (isSame && !now.isInTouch) return null;
  // Those of all devices together, so that thousands are written in a few transactions.
  return Math.ceil((writtenAt + (isSame ? HEARD_EVERY_MS : SAID_EVERY_MS)) / SAID_EVERY_MS) * SAID_EVERY_MS;
}
