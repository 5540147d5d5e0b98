/** Fields that few editors need, loaded with the first of them. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { COUNT_OLDER_TICKETS } from '../../../main/retention/contract/endpoints.ts';
import type { OlderAnswer } from '../../../main/retention/contract/rest/history.ts';
import { Button, MarkButton } from '../../shared/components/button.tsx';
import { Of, SelectField, TextField } from '../../shared/components/field.tsx';
import { CROSS } from '../../shared/components/marks.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { type Item, objectOf, textOf } from '../model/item.ts';
import { languageName, ownLanguage } from '../model/language-name.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { number } from '../model/words.ts';
import { AddButton } from '../parts/add-button.tsx';
import { useFaultText } from '../parts/fault-text.ts';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';
import { NumberField } from './plain-fields.tsx';

/** A password for an external server: never shown again; an empty text removes the saved one. */
export function ForeignPasswordField({ schema, label, fault, value, onChange }: WidgetProps): JSX.Element {
  const w = useOfficeWords();
  return (
    <div class="pair pair-button">
      <TextField
        label={label}
        hint={w(value === '' ? 'mail.noPassword' : 'mail.keepPassword')}
        fault={fault}
        type="password"
        autocomplete="new-password"
        dir="ltr"
        maxLength={schema.maxLength ?? 500}
        value={typeof value === 'string' ? value : ''}
        onInput={(next) => onChange(next === '' ? undefined : next)}
      />
      <Button onClick={() => onChange('')}>{w('mail.removePassword')}</Button>
    </div>
  );
}

const KINDS = ['reason', 'result'] as const;

/** Field for short code lists, such as outcomes and break reasons. */
export function CodesField({ name, schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { file } = useEditor();
  const faultAt = useFaultText();
  const entries = Array.isArray(value) ? value.map(objectOf) : [];
  const isOutcome = schema.items?.properties?.code !== undefined;
  const key = isOutcome ? 'code' : 'id';
  const own = ownLanguage(file);
  const others = (file.settings?.languages ?? []).filter((id) => id !== own);
  const change = (at: number, next: Item): void => onChange(entries.with(at, next));
  const add = (): void => {
    const taken = new Set(entries.map((entry) => textOf(entry, key)));
    let number = entries.length + 1;
    while (taken.has(String(number))) number += 1;
    onChange([...entries, { [key]: String(number), name: '', ...(isOutcome ? { kind: 'result' } : {}) }]);
  };
  return (
    <Group label={label} hint={hint} fault={fault}>
      {entries.map((entry, at) => {
        const translations = objectOf(entry.translations);
        const faultOf = (field: string): string => faultAt(`${name}[${at}].${field}`);
        const of = String(at + 1);
        return (
          <div key={at} class="adds adds-end">
            {[
              { field: 'name', label: t('fields.name'), maxLength: 100 },
              { field: key, label: t('fields.codeOf'), maxLength: 40 },
            ].map(({ field, ...props }) => (
              <TextField
                key={field}
                {...props}
                of={of}
                value={textOf(entry, field)}
                fault={faultOf(field)}
                onInput={(next) => change(at, { ...entry, [field]: next })}
              />
            ))}
            {isOutcome && (
              <SelectField
                label={t('fields.kind')}
                of={of}
                value={textOf(entry, 'kind') || 'result'}
                options={KINDS.map((kind) => ({ value: kind, label: t(`enum.kind.${kind}`) }))}
                onChange={(kind) => change(at, { ...entry, kind })}
              />
            )}
            {others.map((lang) => (
              <TextField
                key={lang}
                label={languageName(lang)}
                of={of}
                value={textOf(objectOf(translations[lang]), 'name')}
                maxLength={100}
                onInput={(text) => {
                  const { [lang]: _before, ...rest } = translations;
                  change(at, { ...entry, translations: text === '' ? rest : { ...rest, [lang]: { name: text } } });
                }}
              />
            ))}
            <MarkButton
              mark={CROSS}
              label={t('take', { name: textOf(entry, 'name') || String(at + 1) })}
              onClick={() => onChange(entries.toSpliced(at, 1))}
            />
          </div>
        );
      })}
      <AddButton of={label} onClick={add} />
    </Group>
  );
}

/** Custom keys and texts. */
export function MetadataField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const [fresh, setFresh] = useState('');
  const data = objectOf(value);
  const name = fresh.trim();
  return (
    <Group label={label} hint={hint} fault={fault}>
      {Object.entries(data).map(([key, text]) => (
        <div class="pair pair-button" key={key}>
          <TextField
            label={key}
            value={String(text)}
            maxLength={4000}
            onInput={(next) => onChange({ ...data, [key]: next })}
          />
          <MarkButton
            mark={CROSS}
            label={t('take', { name: key })}
            onClick={() => onChange(Object.fromEntries(Object.entries(data).filter(([other]) => other !== key)))}
          />
        </div>
      ))}
      <div class="pair pair-button">
        <TextField label={t('fields.newKey')} value={fresh} maxLength={200} onInput={setFresh} />
        <Button
          off={name === '' || name in data}
          onClick={() => {
            onChange({ ...data, [name]: '' });
            setFresh('');
          }}
        >
          {t('add')}
          <Of name={label} />
        </Button>
      </div>
    </Group>
  );
}

/** Debounce before the count is requested. */
const REST_MS = 300;

/** Retention of tickets in days; a shorter value shows first how many tickets it deletes. */
export function KeepTicketsField(field: WidgetProps): JSX.Element {
  const { t, session, language } = useAdmin();
  const { saved } = useEditor();
  const [older, setOlder] = useState<OlderAnswer | null>(null);
  const days = Number(field.value);
  const before = Number(saved?.keep_tickets ?? 0);
  const isShorter = Number.isInteger(days) && days > 0 && (before === 0 || days < before);
  useEffect(() => {
    setOlder(null);
    if (!isShorter) return;
    let isGone = false;
    const timer = window.setTimeout(() => {
      void session.rest.call(COUNT_OLDER_TICKETS, { days }).then((answer) => {
        if (!isGone) setOlder(answer.ok ? answer.value : null);
      });
    }, REST_MS);
    return () => {
      isGone = true;
      window.clearTimeout(timer);
    };
  }, [days, isShorter, session]);
  const words = (count: number): string => number(count, language.id.value);
  return (
    <>
      <NumberField {...field} />
      {older !== null && (
        <div role="status">
          <NoticeBox kind="attention">
            {t('history.willGo', { tickets: words(older.tickets), calls: words(older.calls) })}
          </NoticeBox>
        </div>
      )}
    </>
  );
}
