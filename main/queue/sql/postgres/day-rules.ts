/** How each location reckoned its days, since when: written with the change of the site that changes it. */

import type { Effects } from '../../../database/effect.ts';
import { sendRows } from '../../../database/postgres/bulk-insert.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { statement, storable } from '../../../database/postgres/statement.ts';
import { nextDayRule } from '../../../reports/sql/next-day-rule.ts';
import type { SiteChange } from '../../../site/operations/site-changes.ts';
import type { DayRule } from '../../rules/day/calendar.ts';

const RULES = statement(
  'day-rules',
  `SELECT since, zone, reset_time AS "resetTime", first_day AS "firstDay" FROM day_rule
  WHERE location_id = $1 ORDER BY since`,
);
/** Of many locations together: each is looked up by itself. */
const RULES_OF_ALL = statement(
  'day-rules-of-all',
  `SELECT rule.location_id AS "locationId", since, zone, reset_time AS "resetTime", first_day AS "firstDay"
  FROM unnest($1::text[]) AS place (location_id) CROSS JOIN LATERAL
  (SELECT * FROM day_rule WHERE day_rule.location_id = place.location_id ORDER BY since) AS rule`,
);
const ADD = statement(
  'add-day-rules',
  `INSERT INTO day_rule (location_id, since, zone, reset_time, first_day) SELECT r.location_id, r.since, r.zone,
  r.reset_time, r.first_day FROM json_to_recordset($1::json)
  AS r (location_id text, since bigint, zone text, reset_time text, first_day text)`,
);
/** A clock that had been ahead wrote of a time that never came. The limit is all of the list: see `changeOfMany`. */
const FORGET = statement(
  'forget-day-rules',
  `DELETE FROM day_rule USING (SELECT * FROM unnest($1::text[]) AS r (location_id) LIMIT $3) AS r
  WHERE day_rule.location_id = r.location_id AND since >= $2 AND since > 0`,
);

export function readDayRules(session: DatabaseSession, locationId: string): Effects<readonly DayRule[]> {
  return session.ask<DayRule>(RULES, [locationId]);
}

/** @param put each item once */
export function* keepDayRules(session: DatabaseSession, { put }: Pick<SiteChange, 'put'>, now: number): Effects<void> {
  const places = put.filter(({ collection }) => collection === 'locations');
  if (places.length === 0) return;
  const ids = places.map(({ id }) => storable(id));
  const found = yield* session.ask<DayRule & { readonly locationId: string }>(RULES_OF_ALL, [ids]);
  const known = Map.groupBy(found, ({ locationId }) => locationId);
  const added = places.flatMap(({ id, body }) => {
    const rule = nextDayRule(known.get(storable(id)) ?? [], body, now);
    if (rule === null) return [];
    const { since, zone, resetTime, firstDay } = rule;
    return [{ location_id: id, since, zone, reset_time: resetTime, first_day: firstDay }];
  });
  if (added.length === 0) return;
  session.send(FORGET, [added.map((rule) => storable(rule.location_id)), now, added.length]);
  yield* sendRows(session, ADD, added);
}
