/** Chart of tomorrow's expected visitors. */
import type { JSX } from 'preact';
import { FORECAST_REPORT } from '../../../main/reports/contract/endpoints.ts';
import { useAnswer } from '../../shared/use-answer.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { hourRow } from '../charts/chart-frame.tsx';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { dayName, number } from '../model/words.ts';

/** Expected visitors of tomorrow by hour. */
export function ForecastChart({ location }: { readonly location: string }): JSX.Element | null {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  // Failures are ignored: the other figures do not depend on it.
  const { value: forecast } = useAnswer(FORECAST_REPORT, location === '' ? null : { location });
  const lang = language.id.value;

  if (forecast === null) return null;
  const title = w('report.forecast', { day: dayName(forecast.day, lang, true) });
  const format = (value: number): string => number(value, lang, { maximumFractionDigits: 1 });
  if (forecast.closed || forecast.days === 0) {
    return (
      <section class="card" aria-label={title}>
        <h2>{title}</h2>
        <p class="soft">{forecast.closed ? w('report.forecastClosed') : w('report.forecastFrom', { count: 0 })}</p>
      </section>
    );
  }
  return (
    <section aria-label={title}>
      <BarChart
        title={title}
        rowTitle={t('report.hour')}
        format={format}
        series={[{ id: 'expected', label: w('report.expected') }]}
        rows={forecast.by_hour.map(({ hour, expected }) => hourRow(hour, [expected]))}
      />
      <p class="soft">
        {w('report.forecastFrom', { count: forecast.days })}{' '}
        {w('report.forecastTotal', { total: format(forecast.total) })}
      </p>
    </section>
  );
}
