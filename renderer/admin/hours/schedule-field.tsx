/** Field for opening hours. */
import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { readWeek } from '../../../main/lib/weekly-hours.ts';
import { PREVIEW_OPENING_HOURS } from '../../../main/site/contract/endpoints.ts';
import type { OpeningHoursAnswer } from '../../../main/site/contract/rest/previews.ts';
import { CheckField, SelectField, TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import type { WidgetProps } from '../fields/field-props.ts';
import { Group } from '../fields/group.tsx';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { type Item, itemsOf, textOf } from '../model/item.ts';
import { serverFaults } from '../model/server-faults.ts';
import { clockTimeOf, dayName } from '../model/words.ts';
import { Badge } from '../parts/badge.tsx';
import { faultText } from '../parts/fault-text.ts';
import { joinClosedDays, splitClosedDays } from './closed-days.ts';
import { ClosedDaysField } from './closed-days-field.tsx';
import { EMPTY_WEEK, writeWeek } from './week.ts';
import { WeekTable } from './week-table.tsx';

type Way = 'always' | 'week' | 'text';

/** Initial value: office hours. */
const OFFICE = 'Mo-Fr 09:00-17:00';

/** Debounce before the preview is requested. */
const REST_MS = 350;

interface WeekPreviewProps {
  readonly text: string;
  readonly location: Item | null;
  readonly isLocation: boolean;
  readonly faultId: string;
}

/** Effective opening hours of the next days as the server computes them, with holidays and the location's hours. */
export function WeekPreview({ text, location, isLocation, faultId }: WeekPreviewProps): JSX.Element | null {
  const { t, session, language, site } = useAdmin();
  const [answer, setAnswer] = useState<OpeningHoursAnswer | null>(null);
  const id = textOf(location, 'id');
  const timezone = textOf(location, 'timezone');
  const country = textOf(location, 'country');
  const isKnown = site.file.value?.locations.some((one) => one.id === id) === true;
  useEffect(() => {
    let isGone = false;
    const timer = window.setTimeout(() => {
      const asked = {
        schedule: text,
        timezone,
        country,
        ...(isKnown ? { location: id } : {}),
        ...(isLocation ? {} : { within_location: true }),
      };
      void session.rest.call(PREVIEW_OPENING_HOURS, asked).then((got) => {
        if (!isGone) setAnswer(got.ok ? got.value : null);
      });
    }, REST_MS);
    return () => {
      isGone = true;
      window.clearTimeout(timer);
    };
  }, [text, id, timezone, country, isKnown, isLocation, session]);
  if (answer === null) return null;
  if (answer.fault !== '') {
    return (
      <p class="field-fault" id={faultId} role="alert">
        {serverFaults([`schedule: ${answer.fault}`]).map((fault) => faultText(t, fault))}
      </p>
    );
  }
  const lang = language.id.value;
  return (
    <section class="week-ahead" aria-label={t('hours.preview')}>
      <p class="week-ahead-head">
        <strong>{t('hours.preview')}</strong>
        <Badge kind={answer.open_now ? 'good' : 'off'}>{t(answer.open_now ? 'hours.open' : 'hours.closedNow')}</Badge>
        {answer.next_change !== '' && (
          <span class="soft">
            {t(answer.open_now ? 'hours.closes' : 'hours.opens', {
              day: dayName(answer.next_change.slice(0, 10), lang),
              time: clockTimeOf(answer.next_change, lang, answer.timezone),
            })}
          </span>
        )}
      </p>
      <ol>
        {answer.days.map(({ day, intervals }) => (
          <li key={day}>
            <span class="week-ahead-day">{dayName(day, lang)}</span>
            <span class="week-ahead-bar" aria-hidden="true">
              {intervals.map(({ from, to }) => (
                <span
                  key={from}
                  style={{ insetInlineStart: `${share(from)}%`, inlineSize: `${share(to) - share(from)}%` }}
                />
              ))}
            </span>
            <span class="week-ahead-times">
              {intervals.length === 0
                ? t('hours.closed')
                : intervals
                    .map(({ from, to }) => (from === '00:00' && to === '24:00' ? t('hours.allDay') : `${from}–${to}`))
                    .join(t('shared.comma'))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Share of the day, in percent. */
function share(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return Math.round(((hours * 60 + minutes) / 1440) * 1000) / 10;
}

/** Opening hours: none, weekly, or as text, with a preview of the next days. */
export function ScheduleField({ name, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { part, item, file } = useEditor();
  const id = useId();
  const written = typeof value === 'string' ? value : '';
  const { hours: text, days } = splitClosedDays(written);
  const put = (hours: string): void => onChange(joinClosedDays(hours, days));
  const week = readWeek(text);
  const [way, setWay] = useState<Way>(text === '' ? 'always' : week === null ? 'text' : 'week');
  const shown = way === 'week' && week === null ? 'text' : way === 'always' && text !== '' ? 'week' : way;
  const location = part === 'locations' ? item : itemsOf(file, 'locations').find((one) => one.id === item.location);
  const choose = (next: Way): void => {
    setWay(next);
    if (next === 'always') put('');
    else if (text === '') put(OFFICE);
  };
  return (
    <Group label={label} hint={hint} fault={fault} note={`${id}-ahead`}>
      <SelectField
        label={t('hours.way')}
        of={label}
        value={shown}
        options={(['always', 'week', 'text'] as const)
          .filter((each) => each !== 'week' || week !== null)
          .map((each) => ({
            value: each,
            label: t([`hours.ways.${name}.${each}`, `hours.ways.${part}.${each}`, `hours.ways.${each}`]),
          }))}
        onChange={(next) => choose(next as Way)}
      />
      {shown === 'week' && (
        <>
          <WeekTable week={week ?? EMPTY_WEEK} onChange={(next) => put(writeWeek(next))} />
          <CheckField
            label={t('hours.holidays')}
            hint={textOf(location, 'country') === '' ? t('hours.holidaysNeedCountry') : ''}
            checked={week?.closedOnHolidays === true}
            off={textOf(location, 'country') === '' && week?.closedOnHolidays !== true}
            onChange={(closedOnHolidays) => put(writeWeek({ ...(week ?? EMPTY_WEEK), closedOnHolidays }))}
          />
        </>
      )}
      {shown === 'text' && (
        <TextField
          label={t('hours.text')}
          hint={t('hours.textHint')}
          value={text}
          onInput={put}
          rows={2}
          dir="ltr"
          maxLength={4000}
        />
      )}
      {shown === 'week' && (
        <p class="soft" id={id}>
          {t('hours.written')} <code dir="ltr">{text}</code>
        </p>
      )}
      {name === 'schedule' && (
        <ClosedDaysField
          days={days}
          country={textOf(location, 'country')}
          onChange={(next) => onChange(joinClosedDays(text, next))}
        />
      )}
      {written !== '' && name === 'schedule' && (
        <WeekPreview
          text={written}
          location={location ?? null}
          isLocation={part === 'locations'}
          faultId={`${id}-ahead`}
        />
      )}
    </Group>
  );
}
