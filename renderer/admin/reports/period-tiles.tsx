/** Key figures of a period, each with its change against an earlier one. */
import type { JSX } from 'preact';
import { durationWords } from '../../../main/lib/duration-words.ts';
import type { PeriodAnswer } from '../../../main/reports/contract/rest/reports.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { dayName, number } from '../model/words.ts';
import { type Before, KpiTile } from '../parts/kpi-tile.tsx';
import { shareAbandoned, shareInTime } from './service-level.ts';

interface PeriodTilesProps {
  readonly report: PeriodAnswer;
  readonly before: PeriodAnswer | null;
}

export function PeriodTiles({ report, before }: PeriodTilesProps): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const lang = language.id.value;
  const { total, issued_counted: counted, target_minutes: target } = report;
  const count = (value: number): string => number(value, lang);
  const length = (seconds: number): string => durationWords(seconds, lang);
  const percent = (value: number): string => number(value / 100, lang, { style: 'percent', maximumFractionDigits: 1 });
  // Without a visitor in it, the earlier period says nothing.
  const other = before !== null && before.total.issued + before.total.calls > 0 ? before.total : null;
  const compared = (
    read: (tally: PeriodAnswer['total']) => number | null,
    rest: Omit<Before, 'now' | 'before'>,
  ): Before | null => {
    const [now, then] = [read(total), other === null ? null : read(other)];
    return now === null || then === null ? null : { now, before: then, ...rest };
  };
  const abandoned = shareAbandoned(total, counted);
  const inTime = shareInTime(total);
  return (
    <section aria-label={t('nav.figures')}>
      <dl class="figures">
        {counted && (
          <KpiTile
            label={t('report.issued')}
            value={count(total.issued)}
            before={compared(({ issued }) => issued, { format: count, better: 'neither' })}
          />
        )}
        <KpiTile
          label={t('report.served')}
          value={count(total.served)}
          more={t('report.transferred', { count: total.transferred })}
          before={compared(({ served }) => served, { format: count, better: 'more' })}
        />
        {abandoned !== null && (
          <KpiTile
            label={w('report.abandoned')}
            value={percent(abandoned)}
            more={`${t('report.neverCalled', { count: total.never_called })} · ${t('report.no_shows')}: ${count(total.no_shows)}`}
            before={compared((tally) => shareAbandoned(tally, counted), {
              format: percent,
              better: 'less',
              isShare: true,
            })}
          />
        )}
        {abandoned === null && (
          <KpiTile
            label={t('report.no_shows')}
            value={count(total.no_shows)}
            before={compared(({ no_shows }) => no_shows, { format: count, better: 'less' })}
          />
        )}
        <KpiTile
          label={w('report.within', { time: length(target * 60) })}
          value={inTime === null ? '–' : percent(inTime)}
          before={compared(shareInTime, { format: percent, better: 'more', isShare: true })}
        />
        {(['waiting', 'service'] as const).map((kind) => {
          const { count: known, median, p90, p95, max } = total[kind];
          const words = { p90: length(p90), p95: length(p95), max: length(max) };
          return (
            <KpiTile
              key={kind}
              label={t(`report.${kind}`)}
              value={known === 0 ? '–' : length(median)}
              more={known === 0 ? '' : t('report.spread', words)}
              before={compared((tally) => (tally[kind].count === 0 ? null : tally[kind].median), {
                format: length,
                better: kind === 'waiting' ? 'less' : 'neither',
              })}
            />
          );
        })}
      </dl>
      {before !== null && (
        <p class="soft figures-note">
          {w(other === null ? 'report.comparedNone' : 'report.compared', {
            from: dayName(before.from, lang, true),
            to: dayName(before.to, lang, true),
          })}
        </p>
      )}
    </section>
  );
}
