/** Who comes on one day to one branch, and what they want. */
import type { Chance } from '../../helpers/waits/chance.ts';
import { CLOSES, OF_HOUR, OF_WEEKDAY, OPENS } from '../../helpers/waits/town-hall-month.ts';
import type { Branch } from './branches.ts';
import { instantOn } from './wall-clock.ts';

export interface Visitor {
  readonly serviceId: string;
  readonly priority: boolean;
  readonly comesAt: number;
  /** Goes home when not called by then. */
  readonly leavesAt: number;
  readonly takesMs: number;
}

const MINUTE_MS = 60_000;

/** @param weekday 0 is Monday; nobody comes on a Sunday */
export function visitorsOf({ zone, services }: Branch, day: string, weekday: number, chance: Chance): Visitor[] {
  const closes = CLOSES[weekday];
  if (closes === undefined) return [];
  const busy = chance.spread(OF_WEEKDAY[weekday] ?? 1, 0.2);
  const slow = chance.spread(1, 0.07);
  const midnight = instantOn(zone, day, 0);
  const opensAt = instantOn(zone, day, OPENS) - OPENS * MINUTE_MS;
  const all: Visitor[] = [];
  for (const { id, minutes, hourly } of services) {
    // Some stand before the door when it opens.
    for (let minute = OPENS - 5; ; ) {
      const hour = Math.max(OPENS / 60, Math.floor(minute / 60));
      minute += chance.untilNext((hourly * busy * (OF_HOUR[hour] ?? 0.5)) / 60);
      if (minute >= closes) break;
      const comesAt = Math.round(opensAt + minute * MINUTE_MS);
      const patience = chance.hits(0.04) ? chance.between(0, 10) : 30 + chance.spread(60, 0.5);
      all.push({
        serviceId: id,
        priority: chance.hits(0.07),
        comesAt: Math.max(comesAt, midnight),
        leavesAt: Math.round(comesAt + patience * MINUTE_MS),
        takesMs: Math.round(Math.max(20_000, chance.spread(minutes * slow, 0.6) * MINUTE_MS)),
      });
    }
  }
  return all.sort((one, other) => one.comesAt - other.comesAt);
}
