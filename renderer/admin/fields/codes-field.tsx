/**
 * Field for short code lists, such as outcomes.
 *
 * Reasons of breaks, outcomes of a service.
 */
import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { Of, SelectField, TextField } from '../../shared/components/field.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { CROSS } from '../../shared/components/marks.ts';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { type Item, objectOf, textOf } from '../model/item.ts';
import { languageName, ownLanguage } from '../model/language-name.ts';
import { faultText } from '../parts/fault-text.ts';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';

const KINDS = ['reason', 'result'] as const;

export function CodesField({ name, schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { file, faultsAt } = useEditor();
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
        const faultOf = (field: string): string =>
          faultsAt(`${name}[${at}].${field}`)
            .map((each) => faultText(t, each))
            .join(' · ');
        const of = String(at + 1);
        return (
          <div key={at} class="adds adds-end">
            <TextField
              label={t('fields.name')}
              of={of}
              value={textOf(entry, 'name')}
              maxLength={100}
              fault={faultOf('name')}
              onInput={(next) => change(at, { ...entry, name: next })}
            />
            <TextField
              label={t('fields.codeOf')}
              of={of}
              value={textOf(entry, key)}
              maxLength={40}
              fault={faultOf(key)}
              onInput={(next) => change(at, { ...entry, [key]: next })}
            />
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
            <Button
              look="plain"
              class="button-mark"
              label={t('take', { name: textOf(entry, 'name') || String(at + 1) })}
              onClick={() => onChange(entries.toSpliced(at, 1))}
            >
              <Mark path={CROSS} />
            </Button>
          </div>
        );
      })}
      <div>
        <Button onClick={add}>
          {t('add')}
          <Of name={label} />
        </Button>
      </div>
    </Group>
  );
}
