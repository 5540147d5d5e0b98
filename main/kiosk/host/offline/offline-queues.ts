/**
 * State of the services in offline mode.
 *
 * By their hours as last known, and by what may still be given.
 */
import type { KioskAnswer, KioskService } from '../../../devices/contract/rest/kiosks.ts';
import { isOpen, opensAt, type Schedule } from '../../../site/rules/opening-hours.ts';
import type { CurrentService } from '../../machine/catalog.ts';

export interface OfflineNow {
  /** By the server's clock, so far as it is known. */
  readonly now: number;
  /** Whether there is a number to give. */
  canGive(serviceId: string): boolean;
  /** How many waited when it was heard last, and with those that were given since. */
  waiting(serviceId: string): number;
}

export function offlineQueues(kiosk: KioskAnswer, alone: OfflineNow): Readonly<Record<string, CurrentService>> {
  return Object.fromEntries(kiosk.services.map((service) => [service.id, serviceAlone(kiosk, service, alone)]));
}

function serviceAlone({ location }: KioskAnswer, service: KioskService, alone: OfflineNow): CurrentService {
  const { timezone: zone, country } = location;
  const isOn = service.state === 1 && location.state === 1;
  const schedules: readonly Schedule[] = [location.schedule, service.schedule].map((text) => ({ text, zone, country }));
  const open = isOn && schedules.every((schedule) => isOpen(schedule, alone.now));
  const next = isOn && !open ? opensAt(schedules, alone.now) : null;
  const isFull = service.max_waiting > 0 && alone.waiting(service.id) >= service.max_waiting;
  return {
    open,
    opensAt: next === null ? null : new Date(next).toISOString(),
    // People are called, or are not: nobody here knows.
    waiting: null,
    waitSeconds: null,
    full: open && (isFull || !alone.canGive(service.id)),
  };
}
