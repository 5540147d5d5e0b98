/**
 * SQL for the business-day rules of locations.
 *
 * They are written in the transaction that changes the site.
 */

import type { Effect, Effects } from '../../database/effect.ts';
import { selected, storable } from '../../database/postgres/statement.ts';
import { type ColumnsOf, deleteRows, insertRows, sql } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { DAY_RULE } from '../../database/tables/queue-tables.ts';
import type { SiteChange } from '../../site/operations/site-changes.ts';
import { calendarOf, type DayRule } from '../rules/day/calendar.ts';

const RULE: ColumnsOf<DayRule> = { since: 'since', zone: 'zone', resetTime: 'reset_time', firstDay: 'first_day' };
const RULES = sql('day-rules', `SELECT ${selected(RULE)} FROM day_rule WHERE location_id = $1 ORDER BY since`);
const RULES_OF_ALL = sql(
  'day-rules-of-all',
  ({ keys }) => `SELECT rule.location_id AS "locationId", ${selected(RULE, 'rule')}
  FROM ${keys({ location_id: 'text' })} JOIN day_rule AS rule ON rule.location_id = r.location_id
  ORDER BY rule.location_id, since`,
);
const ADD = sql('add-day-rules', (dialect) => insertRows(dialect, DAY_RULE, Object.keys(DAY_RULE.columns)));
/** Deletes rules with future times, written while the clock was ahead. */
const FORGET = sql(
  'forget-day-rules',
  (dialect) => `${deleteRows(dialect, DAY_RULE, ['location_id'])} AND since >= $2 AND since > 0`,
);

export function readDayRules(db: SqlRunner, locationId: string): Effect<readonly DayRule[]> {
  return db.all<DayRule>(RULES, locationId);
}

/** @param put each item once */
export function* keepDayRules(db: SqlRunner, { put }: Pick<SiteChange, 'put'>, now: number): Effects<void> {
  const places = put.filter(({ collection }) => collection === 'locations');
  if (places.length === 0) return;
  const ids = db.json(places.map(({ id }) => ({ location_id: id })));
  const found = yield* db.all<DayRule & { readonly locationId: string }>(RULES_OF_ALL, ids);
  const known = Map.groupBy(found, ({ locationId }) => locationId);
  const added = places.flatMap(({ id, body }) => {
    const rule = nextDayRule(known.get(storable(id)) ?? [], body, now);
    if (rule === null) return [];
    const { since, zone, resetTime, firstDay } = rule;
    return [{ location_id: id, since, zone, reset_time: resetTime, first_day: firstDay }];
  });
  yield* db.sendRows(FORGET, added, now);
  yield* db.sendRows(ADD, added);
}

/** The new day rule after a change of a location (JSON of the site item); null if its day settings are unchanged. */
function nextDayRule(rules: readonly DayRule[], body: string, now: number): DayRule | null {
  const { timezone: zone = 'UTC', reset_time: resetTime = '00:00' } = JSON.parse(body) as {
    readonly timezone?: string;
    readonly reset_time?: string;
  };
  const last = rules.at(-1);
  if (last === undefined) return { since: 0, zone, resetTime, firstDay: '' };
  if (last.zone === zone && last.resetTime === resetTime) return null;
  return { since: Math.max(1, now), zone, resetTime, firstDay: calendarOf(rules).dayOf(now) };
}
