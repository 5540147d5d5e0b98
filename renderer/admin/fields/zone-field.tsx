import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { Field } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { wallClock } from '../../shared/time.ts';
import { clockTimeOf } from '../model/words.ts';
import type { WidgetProps } from './field-props.ts';

/** A time zone by name, with the time that it is there now. */
export function ZoneField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t, language } = useStaff();
  const list = useId();
  const zone = typeof value === 'string' ? value : '';
  const time = timeIn(zone, language.id.value);
  return (
    <Field label={label} hint={time === '' ? hint : t('hints.zoneNow', { time })} fault={fault}>
      {({ id, describedBy }) => (
        <>
          <input
            id={id}
            class="input"
            list={list}
            value={zone}
            dir="ltr"
            autoComplete="off"
            maxLength={100}
            aria-describedby={describedBy}
            aria-invalid={fault !== '' || undefined}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
          <datalist id={list}>
            {Intl.supportedValuesOf('timeZone').map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function timeIn(zone: string, lang: string): string {
  try {
    return clockTimeOf(new Date(wallClock()).toISOString(), lang, zone);
  } catch {
    return '';
  }
}
