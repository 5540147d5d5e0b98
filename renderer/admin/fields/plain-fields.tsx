/** Fields of one line, one number, one yes or no. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { LANGUAGES } from '../../../main/lib/languages.ts';
import { Button } from '../../shared/components/button.tsx';
import { DateField } from '../../shared/components/date-field.tsx';
import { CheckField, SelectField, TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { listOf, textOf } from '../model/item.ts';
import { languageName } from '../model/language-name.ts';
import { freeLetter, lettersTaken } from '../model/service-letter.ts';
import type { WidgetProps } from './field-props.ts';

/** Fields that are written left to right in every language. */
const CODES: ReadonlySet<string> = new Set([
  'email',
  'phone',
  'website',
  'url',
  'printer',
  'code',
  'username',
  'coordinates',
]);

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Common props of text fields. */
function written({ label, hint, fault, value, onChange }: WidgetProps) {
  return { label, hint, fault, value: wordsOf(value), onInput: onChange };
}

export function WordsField(field: WidgetProps): JSX.Element {
  const { name, schema } = field;
  return (
    <TextField
      {...written(field)}
      required={(schema.minLength ?? 0) > 0}
      {...(schema.maxLength === undefined ? {} : { maxLength: schema.maxLength })}
      {...(CODES.has(name) ? { dir: 'ltr' as const } : {})}
      {...(name === 'reset_time' ? { type: 'time' as const } : {})}
    />
  );
}

export function AreaField(field: WidgetProps): JSX.Element {
  return <TextField {...written(field)} rows={3} maxLength={field.schema.maxLength ?? 4000} />;
}

export function NumberField({ schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  return (
    <div class="narrow">
      <TextField
        label={label}
        hint={hint}
        fault={fault}
        type="number"
        range={schema}
        value={String(value ?? '')}
        onInput={(text) => onChange(/^-?\d+$/.test(text.trim()) ? Number(text) : text)}
      />
    </div>
  );
}

export function FlagField({ label, hint, value, onChange }: WidgetProps): JSX.Element {
  return <CheckField label={label} hint={hint} checked={value === true} onChange={onChange} />;
}

/** `state`: 1 enabled, 0 disabled. */
export function SwitchField({ label, hint, value, onChange }: WidgetProps): JSX.Element {
  return <CheckField label={label} hint={hint} checked={value !== 0} onChange={(on) => onChange(on ? 1 : 0)} />;
}

/** An id is set once, because other items reference it. */
export function IdField(props: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { isNew } = useEditor();
  if (isNew) return <WordsField {...props} hint={t('hints.newId')} />;
  return (
    <TextField
      label={props.label}
      hint={t('hints.id')}
      value={wordsOf(props.value)}
      onInput={() => undefined}
      off
      dir="ltr"
    />
  );
}

/** One of the site's languages. */
export function LanguageField({ name, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { file, item } = useEditor();
  const known = name === 'default_lang' ? listOf(item, 'languages') : (file.settings?.languages ?? LANGUAGES);
  const chosen = wordsOf(value);
  const all = known.includes(chosen) || chosen === '' ? known : [...known, chosen];
  return (
    <SelectField
      label={label}
      hint={hint}
      fault={fault}
      value={chosen}
      options={[
        ...(name === 'default_lang' ? [] : [{ value: '', label: t('noneChosen') }]),
        ...all.map((id) => ({ value: id, label: languageName(id) })),
      ]}
      onChange={onChange}
    />
  );
}

/** `yyyy-mm-dd` or empty. */
export function DayField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const day = typeof value === 'string' ? value : '';
  return <DateField label={label} hint={hint} fault={fault} value={day} onInput={onChange} />;
}

/** Letter of a service's numbers: warns about duplicates at its location and proposes a free one. */
export function LetterField({ schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { item, file, isNew } = useEditor();
  const location = textOf(item, 'location');
  const tag = typeof value === 'string' ? value : '';
  const taken = lettersTaken(file, location, textOf(item, 'id'));
  const isTaken = location !== '' && taken.has(tag.trim().toUpperCase());
  const free = location === '' ? '' : freeLetter(taken);
  useEffect(() => {
    // A new service gets a free letter as soon as its location is set.
    if (isNew && tag === '' && free !== '') onChange(free);
  }, [location]);
  return (
    <div class="pair pair-button">
      <TextField
        label={label}
        hint={hint}
        fault={isTaken ? t(tag.trim() === '' ? 'faults.letterMissing' : 'faults.letterTaken', { letter: tag }) : fault}
        value={tag}
        maxLength={schema.maxLength ?? 8}
        dir="ltr"
        onInput={onChange}
      />
      {free !== '' && (isTaken || tag === '') && (
        <Button onClick={() => onChange(free)}>{t('faults.useLetter', { letter: free })}</Button>
      )}
    </div>
  );
}
