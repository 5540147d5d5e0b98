/**
 * Background job that purges old tickets.
 *
 * Setting and clock must be unchanged for a day before a purge: a wrong number can be corrected until then, and a
 * clock that jumps ahead for an hour deletes nothing.
 */

import {
  type ErasingClock,
  type ErasingClockDeps,
  inSlices,
  SLICE_ROWS,
  startErasingClock,
} from '../../lib/jobs/sliced-job.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { calendarOf, daysBefore } from '../../queue/rules/day/calendar.ts';
import type { SiteSettings } from '../../site/contract/site.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** After a longer downtime, a clock jump cannot be distinguished from elapsed time. */
const AWAY_MS = 2 * DAY_MS;
/** Key of the stored purge plan and its start. */
const PLAN_KEY = 'history.plan';

const NO_PLAN = 'null';

/** Retention in days of tickets, and of clerks in figures; 0: indefinitely. */
type Wish = Pick<SiteSettings, 'keep_tickets' | 'keep_clerks'>;

interface Plan extends Wish {
  /** Since when the setting is unchanged and the clock advanced hour by hour. Epoch milliseconds. */
  readonly since: number;
  /** Time of the last check. */
  readonly at: number;
}

/** Null if the plan cannot be read: then its day starts again. */
function planOf(kept: string): Plan | null {
  const plan = (parseJson(kept) ?? {}) as Partial<Plan>;
  const { keep_tickets, keep_clerks, since, at } = plan;
  return [keep_tickets, keep_clerks, since, at].every(Number.isFinite) ? (plan as Plan) : null;
}

export function startHistoryClock(deps: ErasingClockDeps & { readonly site: SiteHolder }): ErasingClock {
  const { store, site, clock, log } = deps;

  /** Whether the setting is unchanged for a day. */
  async function isRipe({ keep_tickets, keep_clerks }: Wish, now: number): Promise<boolean> {
    const kept = await store.readMeta(PLAN_KEY);
    const plan = kept === null ? null : planOf(kept);
    const isSame = plan?.keep_tickets === keep_tickets && plan.keep_clerks === keep_clerks;
    const isSteady = plan !== null && now >= plan.at && now - plan.at < AWAY_MS;
    const since = isSame && isSteady ? plan.since : now;
    const next: Plan = { keep_tickets, keep_clerks, since, at: now };
    await store.writeMeta(PLAN_KEY, JSON.stringify(next));
    if (since === now)
      log.info('retention.scheduled', { keep_tickets, keep_clerks, from: new Date(now + DAY_MS).toISOString() });
    return now - since >= DAY_MS;
  }

  async function dropPlan(): Promise<void> {
    const kept = await store.readMeta(PLAN_KEY);
    if (kept !== null && kept !== NO_PLAN) await store.writeMeta(PLAN_KEY, NO_PLAN);
  }

  async function forgetAt(isMine: () => boolean, locationId: string, wish: Wish, now: number): Promise<void> {
    const calendar = calendarOf(await store.query('dayRules', { locationId }));
    const today = calendar.dayOf(now);
    const input = {
      locationId,
      before: wish.keep_tickets === 0 ? 0 : calendar.begins(daysBefore(today, wish.keep_tickets)),
      clerksBefore: wish.keep_clerks === 0 ? '' : daysBefore(today, wish.keep_clerks),
      limit: SLICE_ROWS,
    };
    await inSlices(
      { calls: 0, tickets: 0, days: 0 },
      isMine,
      () => store.run('forgetHistory', input, { now }),
      (gone) => log.info('retention.purged', { location: locationId, ...gone }),
    );
  }

  async function forgetOld(isMine: () => boolean): Promise<void> {
    if (!isMine()) return;
    const now = clock.now();
    const { keep_tickets, keep_clerks } = site.current().settings;
    const wish = { keep_tickets, keep_clerks };
    if (keep_tickets + keep_clerks === 0) return dropPlan();
    if (!(await isRipe(wish, now))) return;
    for (const locationId of await store.query('queueLocations', {})) {
      if (!isMine()) return;
      await forgetAt(isMine, locationId, wish, now);
    }
  }

  return startErasingClock('retention.failed', forgetOld, deps);
}
