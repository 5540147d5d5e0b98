/**
 * Hours in which desks called visitors, and the time for which they served them.
 *
 * Pure, and independent of the order of the calls. A desk takes four bytes for each day.
 */
import type { CallFigures } from './figures.ts';

export interface DeskTime {
  /** Hours of the clock with at least one call of a desk, added up over desks and days. */
  readonly deskHours: number;
  /** From calls to their ends, without no-shows; counted at the hour of the call. */
  readonly serviceSeconds: number;
}

export interface StaffingFigures {
  /** 24 hours of the day. */
  readonly hours: readonly DeskTime[];
  readonly desks: readonly (DeskTime & { readonly key: string })[];
}

export interface Staffing {
  add(call: Pick<CallFigures, 'day' | 'hour' | 'deskId'>, serviceSeconds: number): void;
  figures(): StaffingFigures;
}

interface Desk {
  /** Hours with a call as bits, for each day of the period. */
  readonly days: Uint32Array;
  serviceSeconds: number;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** @param days all days of the period; calls of other days are ignored */
export function createStaffing(days: readonly string[]): Staffing {
  const places = new Map(days.map((day, place) => [day, place]));
  const desks = new Map<string, Desk>();
  const secondsOfHours = HOURS.map(() => 0);
  return {
    add({ day, hour, deskId }, serviceSeconds) {
      const place = places.get(day);
      if (place === undefined) return;
      let desk = desks.get(deskId);
      if (desk === undefined) {
        desk = { days: new Uint32Array(days.length), serviceSeconds: 0 };
        desks.set(deskId, desk);
      }
      desk.days[place] = (desk.days[place] ?? 0) | (1 << hour);
      desk.serviceSeconds += serviceSeconds;
      secondsOfHours[hour] = (secondsOfHours[hour] ?? 0) + serviceSeconds;
    },
    figures() {
      const deskHours = HOURS.map(() => 0);
      const keyed = [...desks].map(([key, { days: masks, serviceSeconds }]) => {
        let own = 0;
        for (const mask of masks) {
          if (mask === 0) continue;
          for (const hour of HOURS) {
            if ((mask & (1 << hour)) === 0) continue;
            own += 1;
            deskHours[hour] = (deskHours[hour] ?? 0) + 1;
          }
        }
        return { key, deskHours: own, serviceSeconds };
      });
      const hours = HOURS.map((hour) => ({
        deskHours: deskHours[hour] ?? 0,
        serviceSeconds: secondsOfHours[hour] ?? 0,
      }));
      return { hours, desks: keyed };
    },
  };
}
