/**
 * Urgency of a changed kiosk status.
 *
 * Pure.
 */
import type { DeviceStatus } from '../contract/device-status.ts';
import { LAST_TICKETS, MIN_DISK_MB } from './device-alarms.ts';

/** Screens during a visit: changes between them need no attention. */
const OF_A_VISIT: ReadonlySet<string> = new Set([
  'idle',
  'choose',
  'check-in',
  'look-up',
  'form',
  'issuing',
  'printing',
  'take-ticket',
]);

/** Fields that change with each ticket, or as the disk fills; urgent only beyond a threshold. */
const SLOW: Readonly<Partial<Record<keyof DeviceStatus, (amount: number) => boolean>>> = {
  open_intents: (tickets) => tickets > 1,
  paper_used: () => false,
  paper_tickets: () => false,
  paper_left: (tickets) => tickets <= LAST_TICKETS,
  disk_free: (megabytes) => megabytes < MIN_DISK_MB,
  offline_numbers: (numbers) => numbers === 0,
  offline_tickets: () => false,
};

/** `some`: can be delayed by a few seconds. */
export function newsOf(before: DeviceStatus, now: DeviceStatus): 'none' | 'some' | 'urgent' {
  const names = Object.keys(now) as (keyof DeviceStatus)[];
  const changed = names.filter((name) => now[name] !== before[name]);
  if (changed.length === 0) return 'none';
  return changed.every((name) => mayWait(name, before, now)) ? 'some' : 'urgent';
}

function mayWait(name: keyof DeviceStatus, before: DeviceStatus, now: DeviceStatus): boolean {
  if (name === 'screen') return OF_A_VISIT.has(before.screen) && OF_A_VISIT.has(now.screen);
  const isNear = SLOW[name];
  return isNear !== undefined && isNear(Number(before[name])) === isNear(Number(now[name]));
}
