/**
 * Monitor of the thresholds of all locations, which raises and ends queue alerts.
 *
 * The leader of a cluster runs it. After a failover it continues from the stored alerts, so that none is raised twice
 * and each ends.
 */
import type { ClockAndLog } from '../../lib/context.ts';
import { type JobRun, startRecurringJob } from '../../lib/jobs/recurring-job.ts';
import { ERRNO } from '../../lib/result.ts';
import type { Location } from '../../site/contract/site.ts';
import { isOpen } from '../../site/rules/opening-hours.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import { alarmChanges } from '../rules/alarm-changes.ts';
import { hasLimits } from '../rules/limits.ts';
import { createLocationJudge, type LocationJudge } from './evaluate-location.ts';
import type { LimitMails } from './limit-mail.ts';

/** Interval between evaluations of a location. */
const LOOK_MS = 15_000;

export interface LimitKeeper {
  /** Resolves when the store is no longer used. */
  close(): Promise<void>;
}

export interface LimitKeeperDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: SiteHolder;
  /** Mails about an alert that begins or ends. They are written in the same transaction. */
  readonly mails: LimitMails;
  /** Signals that there are mails to send. */
  readonly wake: () => void;
}

export function startLimitKeeper({ store, site, clock, log, mails, wake }: LimitKeeperDeps): LimitKeeper {
  /** Null until the stored alerts were read. */
  let judges: Map<string, LocationJudge> | null = null;

  const stops = [
    store.onEvents((events) => {
      for (const { type, locationId } of events)
        if (type !== 'limit.alarm' && type !== 'staff.call') judges?.get(locationId)?.touch();
    }),
    site.onChange(() => {
      for (const judge of judges?.values() ?? []) judge.touch();
    }),
    store.peers.onDuty('limits', () => {
      // Another server may have changed the alerts meanwhile.
      judges = null;
    }),
  ];

  async function begin(): Promise<Map<string, LocationJudge>> {
    const open = await store.query('openLimitAlarms', {});
    const begun = new Map<string, LocationJudge>();
    for (const [locationId, alarms] of Map.groupBy(open, (alarm) => alarm.locationId)) {
      begun.set(locationId, createLocationJudge({ store, site: () => site.current(), open: alarms }));
    }
    return begun;
  }

  /** Null: the location can have no alerts now. */
  function watched(location: Location, now: number): Location | null {
    const { state, schedule: text, timezone: zone, country } = location;
    return state === 1 && isOpen({ text, zone, country }, now) ? location : null;
  }

  async function look(
    locationId: string,
    location: Location | null,
    known: Map<string, LocationJudge>,
    { isMine }: JobRun,
  ): Promise<void> {
    const judge = known.get(locationId) ?? createLocationJudge({ store, site: () => site.current(), open: [] });
    known.set(locationId, judge);
    // Other servers only report events of subscribed locations.
    if (store.follow !== null) judge.touch();
    const found = await judge.look(location, clock.now());
    if (found === null || !isMine() || judges !== known) return;
    const now = clock.now();
    const book = await store.query('limitBook', { locationId });
    const told = alarmChanges(book, locationId, found, now).changes.flatMap(({ alarm }) => mails(alarm));
    const seen = { open: book.open.map(({ number }) => number), last: book.last };
    const noted = await store.run('noteLimits', { locationId, ...found, seen, mails: told }, { now });
    // Another server has changed the alerts: the next evaluation repeats it.
    if (!noted.ok) return;
    judge.written(found.standing, now);
    if (noted.value.mailed < told.length) log.warn('queue-alerts.mail-failed', { errno: ERRNO.tooMany });
    if (noted.value.mailed > 0) wake();
  }

  async function round(run: JobRun): Promise<void> {
    const known = judges ?? (await begin());
    judges = known;
    const current = site.current();
    const withLimits = current.locations.filter(
      (location) => hasLimits(location) || current.servicesOf(location.id).some(hasLimits),
    );
    const now = clock.now();
    const at = new Map(withLimits.map((location) => [location.id, watched(location, now)]));
    for (const id of new Set([...at.keys(), ...known.keys()])) {
      if (!run.isMine() || judges !== known) return;
      const location = at.get(id) ?? null;
      if (location === null && known.get(id) === undefined) continue;
      await look(id, location, known, run);
      if (location === null && known.get(id)?.isBusy() === false) known.delete(id);
    }
  }

  const job = startRecurringJob({
    clock,
    periodMs: LOOK_MS,
    lease: { peers: store.peers, job: 'limits' },
    run: round,
    onError: (detail) => log.warn('queue-alerts.check-failed', { error: detail }),
  });
  return {
    close() {
      for (const stop of stops) stop();
      return job.close();
    },
  };
}
