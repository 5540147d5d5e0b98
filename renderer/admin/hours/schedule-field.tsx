/** Field for opening hours. */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { CheckField, SelectField, TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import type { WidgetProps } from '../fields/field-props.ts';
import { Group } from '../fields/group.tsx';
import { useEditor } from '../model/editor.ts';
import { itemsOf, textOf } from '../model/item.ts';
import { joinClosedDays, splitClosedDays } from './closed-days.ts';
import { ClosedDaysField } from './closed-days-field.tsx';
import { EMPTY_WEEK, readWeek, writeWeek } from './week.ts';
import { WeekPreview } from './week-preview.tsx';
import { WeekTable } from './week-table.tsx';

type Way = 'always' | 'week' | 'text';

/** Office hours, to begin with. */
const OFFICE = 'Mo-Fr 09:00-17:00';

/** Opening hours: none, by the days of a week, or written out; and what they mean in the days to come. */
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
