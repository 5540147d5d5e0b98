/** Fields of one line, one number, one yes or no. */
import type { JSX } from 'preact';
import { LANGUAGES } from '../../../main/lib/languages.ts';
import { CheckField, SelectField, TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { listOf } from '../model/item.ts';
import { languageName } from '../model/language-name.ts';
import type { WidgetProps } from './field-props.ts';

/** Texts that are written from left to right in every language. */
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

/** What every field for words has. */
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

/** `state`: 1 in use, 0 switched off. */
export function SwitchField({ label, hint, value, onChange }: WidgetProps): JSX.Element {
  return <CheckField label={label} hint={hint} checked={value !== 0} onChange={(on) => onChange(on ? 1 : 0)} />;
}

/** An id is chosen once: others hold on to it. */
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
