/** Table of weekdays with their hours. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { TimeRange, Week } from '../../../main/lib/weekly-hours.ts';
import { Button, MarkButton } from '../../shared/components/button.tsx';
import { PLUS } from '../../shared/components/kiosk-staff-marks.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { CROSS } from '../../shared/components/marks.ts';
import { useStaff } from '../../shared/staff.ts';
import { weekdayName } from '../model/words.ts';
import { readTime } from './week.ts';

const FULL_TIME = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

interface WeekTableProps {
  readonly week: Week;
  readonly onChange: (week: Week) => void;
}

/** The seven weekdays, each with its times. */
export function WeekTable({ week, onChange }: WeekTableProps): JSX.Element {
  const { t, language } = useStaff();
  const set = (place: number, ranges: readonly TimeRange[]): void => {
    onChange({ ...week, days: week.days.with(place, ranges) });
  };
  return (
    <ul class="week">
      {week.days.map((ranges, place) => {
        const day = weekdayName(place + 1, language.id.value);
        const last = ranges.at(-1);
        // The label of the second time of a day has a number.
        const dayAt = (at: number): string => (at === 0 ? day : `${day} (${at + 1})`);
        return (
          <li key={place} class="week-day">
            <span class="week-name">{day}</span>
            <div class="week-times">
              {ranges.length === 0 && <span class="soft week-closed">{t('hours.closed')}</span>}
              {ranges.map((range, at) => (
                <span key={at} class="week-range">
                  <TimeInput
                    label={t('hours.from', { day: dayAt(at) })}
                    value={range.from}
                    onChange={(from) => set(place, ranges.with(at, { ...range, from }))}
                  />
                  <span aria-hidden="true">–</span>
                  <TimeInput
                    label={t('hours.to', { day: dayAt(at) })}
                    value={range.to}
                    onChange={(to) => set(place, ranges.with(at, { ...range, to: to === '00:00' ? '24:00' : to }))}
                  />
                  <MarkButton
                    mark={CROSS}
                    label={t('hours.removeTime', { day: dayAt(at) })}
                    onClick={() => set(place, ranges.toSpliced(at, 1))}
                  />
                </span>
              ))}
              <Button
                look="plain"
                label={t('hours.addTime', { day })}
                onClick={() =>
                  set(place, [
                    ...ranges,
                    last === undefined
                      ? { from: '09:00', to: '17:00' }
                      : { from: later(last.to), to: later(later(last.to)) },
                  ])
                }
              >
                <Mark path={PLUS} />
              </Button>
              {place === 0 && ranges.length > 0 && (
                <Button
                  look="plain"
                  onClick={() => onChange({ ...week, days: week.days.map((each, at) => (at < 5 ? ranges : each)) })}
                >
                  {t('hours.copy')}
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

interface TimeInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A 24-hour time, independent of the computer's clock format: `8`, `830`, `8.30` and `08:30` are equal. */
function TimeInput({ label, value, onChange }: TimeInputProps): JSX.Element {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      class="input week-time"
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      dir="ltr"
      aria-label={label}
      value={typed ?? value}
      onInput={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        if (FULL_TIME.test(text)) onChange(text);
      }}
      onBlur={() => {
        const time = readTime(typed ?? value);
        setTyped(null);
        if (time !== null && time !== value) onChange(time);
      }}
    />
  );
}

function later(time: string): string {
  const hour = Math.min(23, Number(time.slice(0, 2)) + 1);
  return `${String(hour).padStart(2, '0')}:${time.slice(3) || '00'}`;
}
