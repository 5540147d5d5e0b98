/** Fields with a choice of values. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { ANSWER_LENGTH, MASK } from '../../../main/forms/contract/form-constants.ts';
import { SelectField, TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { wallClock } from '../../shared/time.ts';
import { countries, timeZones } from '../model/countries.ts';
import { useEditor } from '../model/editor.ts';
import { objectOf, textOf } from '../model/item.ts';
import { TIME_FORMATS, timeFormatWords } from '../model/time-format.ts';
import { clockTimeOf } from '../model/words.ts';
import type { WidgetProps } from './field-props.ts';

const DEVICE_TYPES = [1, 9, 7, 6, 2, 3, 4, 5, 8];

interface NamedChoiceProps {
  readonly field: Pick<WidgetProps, 'label' | 'hint' | 'fault'>;
  readonly value: string;
  readonly ids: readonly (string | number)[];
  /** Display name of an id. */
  readonly nameOf: (id: string) => string;
  readonly onChoose: (id: string) => void;
}

/** Select of ids, shown by name. */
function NamedChoice({ field, value, ids, nameOf, onChoose }: NamedChoiceProps): JSX.Element {
  return (
    <SelectField
      label={field.label}
      hint={field.hint}
      fault={field.fault}
      value={value}
      options={ids.map(String).map((id) => ({ value: id, label: nameOf(id) }))}
      onChange={onChoose}
    />
  );
}

/** Select of the schema's enum values. */
export function ChoiceField(field: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { name, schema, value, onChange } = field;
  return (
    <NamedChoice
      field={field}
      value={String(value ?? schema.default ?? '')}
      ids={schema.enum ?? []}
      nameOf={(id) => t(`enum.${name}.${id}`)}
      onChoose={onChange}
    />
  );
}

/** Yes, no, or the default. */
export function TriStateField(field: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { name, value, onChange } = field;
  return (
    <NamedChoice
      field={field}
      value={value === undefined ? '' : String(value)}
      ids={['', 'true', 'false']}
      nameOf={(id) => t(`enum.${name}.${id || 'unset'}`)}
      onChoose={(chosen) => onChange(chosen === '' ? undefined : chosen === 'true')}
    />
  );
}

export function DeviceTypeField(field: WidgetProps): JSX.Element {
  const { t } = useStaff();
  return (
    <NamedChoice
      field={field}
      value={String(field.value ?? 1)}
      ids={DEVICE_TYPES}
      nameOf={(type) => t(`deviceType.${type}`)}
      onChoose={(type) => field.onChange(Number(type))}
    />
  );
}

/** 24 or 12 hours; a custom format of an older file stays, so that opening the editor changes nothing. */
export function TimeFormatField(field: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const value = String(field.value ?? '') || TIME_FORMATS.hours24;
  const formats: readonly string[] = Object.values(TIME_FORMATS);
  return (
    <NamedChoice
      field={field}
      value={value}
      ids={formats.includes(value) ? formats : [...formats, value]}
      nameOf={(format) => timeFormatWords(t, format)}
      onChoose={field.onChange}
    />
  );
}

/** Never, unlimited, or a number of tickets. */
export function ToleranceField({ schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const kind = value === 0 ? 'never' : value === -1 ? 'always' : 'some';
  return (
    <div class="pair">
      <SelectField
        label={label}
        hint={hint}
        value={kind}
        options={['never', 'some', 'always'].map((each) => ({ value: each, label: t(`enum.tolerance.${each}`) }))}
        onChange={(next) => onChange(next === 'never' ? 0 : next === 'always' ? -1 : 5)}
      />
      {kind === 'some' && (
        <TextField
          label={t('fields.toleranceTickets')}
          fault={fault}
          type="number"
          range={{ ...schema, minimum: 1 }}
          value={String(value ?? '')}
          onInput={(text) => onChange(/^\d+$/.test(text.trim()) ? Number(text) : text)}
        />
      )}
    </div>
  );
}

/** A country by name. An unknown value of an older file stays, so that opening the editor changes nothing. */
export function CountryField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t, language } = useStaff();
  const lang = language.id.value;
  const all = useMemo(() => countries(lang), [lang]);
  const code = typeof value === 'string' ? value : '';
  const known = all.some((each) => each.value === code.toUpperCase());
  return (
    <div class="narrow">
      <SelectField
        label={label}
        hint={hint}
        fault={fault}
        value={known ? code.toUpperCase() : code}
        options={[
          { value: '', label: t('noneChosen') },
          ...(known || code === '' ? [] : [{ value: code, label: code }]),
          ...all,
        ]}
        onChange={onChange}
      />
    </div>
  );
}

/** A time zone by name, those of the country first, with its current time. */
export function ZoneField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t, language } = useStaff();
  const { item } = useEditor();
  const country = textOf(item, 'country').toUpperCase();
  const zones = useMemo(() => timeZones(country), [country]);
  const zone = typeof value === 'string' ? value : '';
  const time = timeIn(zone, language.id.value);
  // An alias such as Asia/Calcutta stays selectable.
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

const TYPES = [1, 2, 3, 4, 5, 6, 7, 8, 9];

const MASKS = [0, MASK.numeric, MASK.alpha, MASK.alphanumeric];

/** Type of an answer; for texts, their allowed characters. */
export function TypeConfigField(field: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { item, update } = useEditor();
  const config = objectOf(item.config);
  return (
    <>
      <NamedChoice
        field={field}
        value={String(field.value ?? 1)}
        ids={TYPES}
        nameOf={(type) => t(`answerType.${type}`)}
        onChoose={(type) => field.onChange(Number(type))}
      />
      {field.value === 1 && (
        <div class="pair">
          <SelectField
            label={t('fields.mask')}
            value={String(config.mask ?? 0)}
            options={MASKS.map((mask) => ({ value: String(mask), label: t(`mask.${mask}`) }))}
            onChange={(mask) => update('config', { ...config, mask: Number(mask) })}
          />
          <TextField
            label={t('fields.length')}
            hint={t('hints.length')}
            type="number"
            range={ANSWER_LENGTH}
            value={String(config.length ?? '')}
            onInput={(length) => update('config', { ...config, length })}
          />
        </div>
      )}
    </>
  );
}
