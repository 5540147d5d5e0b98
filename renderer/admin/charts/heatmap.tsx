/** Heat map of weekdays and hours, as a table. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { EmptyState } from '../../shared/components/empty-state.tsx';
import { useStaff } from '../../shared/staff.ts';
import { weekdayName } from '../model/words.ts';

interface HeatTableProps {
  readonly title: string;
  /** Seven weekdays from Monday, with 24 hours each. */
  readonly cells: readonly (readonly number[])[];
  /** Open hours in the same order; other hours without visitors are closed. */
  readonly open: readonly (readonly boolean[])[];
}

/** Hours of the day that are open, or have visitors. */
export function usedHours(cells: HeatTableProps['cells'], open: HeatTableProps['open']): readonly number[] {
  return Array.from({ length: 24 }, (_, hour) => hour).filter(
    (hour) => cells.some((day) => (day[hour] ?? 0) > 0) || open.some((day) => day[hour] === true),
  );
}

/** Visitors by weekday and open hour: a table with darker cells for higher values. */
export function HeatTable({ title, cells, open }: HeatTableProps): JSX.Element {
  const { t, language } = useStaff();
  const id = useId();
  const highest = Math.max(0, ...cells.flat());
  const hours = highest === 0 ? [] : usedHours(cells, open);
  return (
    <figure class="card chart" aria-labelledby={id}>
      <figcaption class="chart-head">
        <h2 id={id}>{title}</h2>
      </figcaption>
      {hours.length === 0 ? (
        <EmptyState text={t('chart.nothing')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section class="table-place" aria-label={title} tabIndex={0}>
          <table class="heat">
            <caption class="spoken">{title}</caption>
            <thead>
              <tr>
                <td />
                {hours.map((hour) => (
                  <th key={hour} scope="col">
                    {hour}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cells.map((day, place) => (
                <tr key={place}>
                  <th scope="row">{weekdayName(place + 1, language.id.value, 'short')}</th>
                  {hours.map((hour) => {
                    const value = day[hour] ?? 0;
                    if (value === 0 && open[place]?.[hour] !== true) {
                      return (
                        <td key={hour} data-heat="closed">
                          <span class="spoken">{t('today.closed')}</span>
                        </td>
                      );
                    }
                    return (
                      <td key={hour} data-heat={value === 0 ? 0 : Math.ceil((value / highest) * 5)}>
                        {value}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </figure>
  );
}
