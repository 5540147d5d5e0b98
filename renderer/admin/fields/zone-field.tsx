/** Field for a time zone. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { SelectField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { wallClock } from '../../shared/time.ts';
import { timeZones } from '../model/countries.ts';
import { useEditor } from '../model/editor.ts';
import { textOf } from '../model/item.ts';
import { clockTimeOf } from '../model/words.ts';
import type { WidgetProps } from './field-props.ts';

/** A time zone by name, those of the country first, with the time that it is there now. */
export function ZoneField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t, language } = useStaff();
  const { item } = useEditor();
  const country = textOf(item, 'country').toUpperCase();
  const zones = useMemo(() => timeZones(country), [country]);
  const zone = typeof value === 'string' ? value : '';
  const time = timeIn(zone, language.id.value);
  // Another name of a zone, such as Asia/Calcutta, is as good as the one in the list.
  const all = zones.includes(zone) ? zones : [zone, ...zones];
  return (
    <div class="narrow">
      <SelectField
        label={label}
        hint={time === '' ? hint : t('hints.zoneNow', { time })}
        fault={fault}
        value={zone}
        options={all.map((each) => ({ value: each, label: each.replaceAll('_', ' ') }))}
        onChange={onChange}
      />
    </div>
  );
}

function timeIn(zone: string, lang: string): string {
  try {
    return clockTimeOf(new Date(wallClock()).toISOString(), lang, zone);
  } catch {
    return '';
  }
}
