/** How each location reckoned its days, since when: written with the change of the site that changes it. */
import type { DayRule } from '../../core/reports/calendar.ts';
import type { Steps } from '../../queue/step.ts';
import { nextDayRule } from '../next-day-rule.ts';
import type { SiteChange } from '../store.ts';
import type { Session } from './session.ts';
import { statement } from './statement.ts';

const RULES = statement(
  'day-rules',
  `SELECT since, zone, reset_time AS "resetTime", first_day AS "firstDay" FROM day_rule
  WHERE location_id = $1 ORDER BY since`,
);
const ADD = statement(
  'add-day-rule',
  'INSERT INTO day_rule (location_id, since, zone, reset_time, first_day) VALUES ($1, $2, $3, $4, $5)',
);
/** A clock that had been ahead wrote of a time that never came. */
const FORGET = statement(
  'forget-day-rules',
  'DELETE FROM day_rule WHERE location_id = $1 AND since >= $2 AND since > 0',
);

export function readDayRules(session: Session, locationId: string): Steps<readonly DayRule[]> {
  return session.ask<DayRule>(RULES, [locationId]);
}

export function* keepDayRules(session: Session, { put }: Pick<SiteChange, 'put'>, now: number): Steps<void> {
  for (const { collection, id, body } of put) {
    if (collection !== 'locations') continue;
    const rule = nextDayRule(yield* readDayRules(session, id), body, now);
    if (rule === null) continue;
    session.send(FORGET, [id, now]);
    session.send(ADD, [id, rule.since, rule.zone, rule.resetTime, rule.firstDay]);
  }
}
