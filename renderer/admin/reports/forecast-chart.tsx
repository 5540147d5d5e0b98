/** Chart of tomorrow's expected visitors. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { FORECAST_REPORT } from '../../../main/reports/contract/endpoints.ts';
import type { ForecastAnswer } from '../../../main/reports/contract/rest/report-files.ts';
import { BarChart, hourRow } from '../charts/bar-chart.tsx';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { dayName, number } from '../model/words.ts';

/** Expected visitors of tomorrow by hour. */
export function ForecastChart({ location }: { readonly location: string }): JSX.Element | null {
  const { t, session, language } = useAdmin();
  const w = useOfficeWords();
  const [forecast, setForecast] = useState<ForecastAnswer | null>(null);
  const lang = language.id.value;

  useEffect(() => {
    let isGone = false;
    setForecast(null);
    if (location !== '') {
      void session.rest.call(FORECAST_REPORT, { location }).then((answer) => {
        // Failures are ignored: the other figures do not depend on it.
        if (!isGone && answer.ok) setForecast(answer.value);
      });
    }
    return () => {
      isGone = true;
    };
  }, [location, session]);

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
