/** How each location reckoned its days, since when: written with the change of the site that changes it. */

import type { Db } from '../../../database/sqlite/db.ts';
import { nextDayRule } from '../../../reports/sql/next-day-rule.ts';
import type { SiteChange } from '../../../site/operations/site-changes.ts';
import type { DayRule } from '../../rules/day/calendar.ts';

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
    const rule = nextDayRule(readDayRules(db, id), body, now);
    if (rule === null) continue;
    db.run(FORGET, id, now);
    db.run(ADD, id, rule.since, rule.zone, rule.resetTime, rule.firstDay);
  }
}
