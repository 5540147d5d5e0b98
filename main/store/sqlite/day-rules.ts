/** How each location reckoned its days, since when: written with the change of the site that changes it. */
import { calendarOf, type DayRule } from '../../core/reports/calendar.ts';
import type { SiteChange } from '../store.ts';
import type { Db } from './db.ts';

const RULES = `SELECT since, zone, reset_time AS resetTime, first_day AS firstDay FROM day_rule
  WHERE location_id = ? ORDER BY since`;
const ADD = 'INSERT INTO day_rule (location_id, since, zone, reset_time, first_day) VALUES (?, ?, ?, ?, ?)';
/** A clock that had been ahead wrote of a time that never came. */
const FORGET = 'DELETE FROM day_rule WHERE location_id = ? AND since >= ? AND since > 0';

export function readDayRules(db: Db, locationId: string): readonly DayRule[] {
  return db.all<DayRule>(RULES, locationId).map((rule) => ({ ...rule }));
}

export function keepDayRules(db: Db, { put }: Pick<SiteChange, 'put'>, now: number): void {
  for (const { collection, id, body } of put) {
    if (collection !== 'locations') continue;
    const { timezone: zone = 'UTC', reset_time: resetTime = '00:00' } = JSON.parse(body) as {
      readonly timezone?: string;
      readonly reset_time?: string;
    };
    const rules = readDayRules(db, id);
    const last = rules.at(-1);
    if (last === undefined) db.run(ADD, id, 0, zone, resetTime, '');
    else if (last.zone !== zone || last.resetTime !== resetTime) {
      const firstDay = calendarOf(rules).dayOf(now);
      db.run(FORGET, id, now);
      db.run(ADD, id, Math.max(1, now), zone, resetTime, firstDay);
    }
  }
}
