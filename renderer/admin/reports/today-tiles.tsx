/**
 * Key figures of today, each with its change against a week before.
 *
 * The earlier day counts up to the same time.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { durationWords } from '../../../main/lib/duration-words.ts';
import { REPORT_PERIOD } from '../../../main/reports/contract/endpoints.ts';
import type { PeriodAnswer, TodayAnswer } from '../../../main/reports/contract/rest/reports.ts';
import { wallClock } from '../../shared/time.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { useRepeatedRead } from '../model/use-repeated-read.ts';
import { dayName, number } from '../model/words.ts';
import { type Before, KpiTile } from '../parts/kpi-tile.tsx';
import { clockIn, daysBefore } from './spans.ts';

/** Longer waits are highlighted. */
const LONG_WAIT_SECONDS = 1800;

/** The earlier day grows slowly, and each reading reads a day of tickets. */
const EVERY_MS = 120_000;

interface WeekBefore {
  readonly day: string;
  readonly time: string;
  readonly total: PeriodAnswer['total'];
}

/** Figures of the same weekday up to the present time; null without visitors, or while unknown. */
function useWeekBefore({ location, day, timezone }: TodayAnswer): WeekBefore | null {
  const { session } = useAdmin();
  const [before, setBefore] = useState<(WeekBefore & { readonly key: string }) | null>(null);
  const { from, to } = daysBefore({ from: day, to: day });
  const key = `${location} ${day}`;
  useRepeatedRead(
    async (isWanted) => {
      const time = clockIn(wallClock(), timezone);
      const answer = await session.rest.call(REPORT_PERIOD, { location, from, to, until: time });
      // Failures are ignored: the figures of today do not depend on it.
      if (isWanted() && answer.ok) setBefore({ key, day: from, time, total: answer.value.total });
    },
    EVERY_MS,
    [session, key],
  );
  return before?.key === key && before.total.issued + before.total.calls > 0 ? before : null;
}

interface TodayTilesProps {
  readonly today: TodayAnswer;
  /** Seconds since the figures were computed. */
  readonly elapsed: number;
}

export function TodayTiles({ today, elapsed }: TodayTilesProps): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const before = useWeekBefore(today);
  const lang = language.id.value;
  const { now, total } = today;
  const count = (value: number): string => number(value, lang);
  const length = (seconds: number): string => (seconds === 0 ? '–' : durationWords(seconds, lang));
  /** Waiting times of waiting visitors grow while the page is shown. */
  const waited = (seconds: number): string => (seconds === 0 ? '–' : durationWords(seconds + elapsed, lang));
  const isLong = now.longest_wait > 0 && now.longest_wait + elapsed >= LONG_WAIT_SECONDS;
  const compared = (
    read: (tally: PeriodAnswer['total']) => number | null,
    rest: Omit<Before, 'now' | 'before'>,
  ): Before | null => {
    const [present, then] = [read(total), before === null ? null : read(before.total)];
    return present === null || then === null ? null : { now: present, before: then, ...rest };
  };
  return (
    <section aria-label={t('nav.figures')}>
      <dl class="figures">
        <KpiTile label={t('today.waiting')} value={count(now.waiting)} />
        <KpiTile label={t('today.longest')} value={waited(now.longest_wait)} look={isLong ? 'attention' : 'plain'} />
        <KpiTile label={t('today.average')} value={waited(now.average_wait)} />
        <KpiTile
          label={t('today.averageOfDay')}
          value={length(total.waiting.mean)}
          before={compared(({ waiting }) => (waiting.count === 0 ? null : waiting.mean), {
            format: (seconds) => durationWords(seconds, lang),
            better: 'less',
          })}
        />
        <KpiTile
          label={t('report.issued')}
          value={count(total.issued)}
          before={compared(({ issued }) => issued, { format: count, better: 'neither' })}
        />
        <KpiTile
          label={t('report.served')}
          value={count(total.served)}
          before={compared(({ served }) => served, { format: count, better: 'more' })}
        />
        <KpiTile
          label={t('report.no_shows')}
          value={count(total.no_shows)}
          before={compared(({ no_shows }) => no_shows, { format: count, better: 'less' })}
        />
        <KpiTile
          label={t('today.desks')}
          value={count(now.desks_serving)}
          more={t('today.desksOpen', { count: now.desks_open })}
        />
      </dl>
      {before !== null && (
        <p class="soft figures-note">
          {w('report.comparedDay', { day: dayName(before.day, lang, true), time: before.time })}
        </p>
      )}
    </section>
  );
}
