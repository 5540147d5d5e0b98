/** Heat map of weekdays and hours, as a table. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { useStaff } from '../../shared/staff.ts';
import { weekdayName } from '../model/words.ts';

interface HeatTableProps {
  readonly title: string;
  readonly cells: readonly (readonly number[])[];
}

/** Visitors by weekday and hour: a table with darker cells for higher values. */
export function HeatTable({ title, cells }: HeatTableProps): JSX.Element {
  const { t, language } = useStaff();
  const id = useId();
  const highest = Math.max(0, ...cells.flat());
  const used = cells[0]?.map((_, hour) => cells.some((day) => (day[hour] ?? 0) > 0)) ?? [];
  const [first, last] = [used.indexOf(true), used.lastIndexOf(true)];
  const hours = first < 0 ? [] : Array.from({ length: last - first + 1 }, (_, place) => first + place);
  return (
    <figure class="card chart" aria-labelledby={id}>
      <figcaption class="chart-head">
        <h2 id={id}>{title}</h2>
      </figcaption>
      {hours.length === 0 ? (
        <p class="empty">{t('chart.nothing')}</p>
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
