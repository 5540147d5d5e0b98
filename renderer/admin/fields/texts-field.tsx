import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../shared/components/field.tsx';
import { Tabs } from '../../shared/components/tabs.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { objectOf, textOf } from '../model/item.ts';
import { languageName } from '../model/language-name.ts';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';

/** The texts in another language beside those of the house's own. */
export function TextsField({ schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { item, file } = useEditor();
  const own = file.settings?.default_lang ?? 'en';
  const texts = objectOf(value);
  const languages = [...new Set([...(file.settings?.languages ?? []), ...Object.keys(texts)])].filter(
    (id) => id !== own,
  );
  const fields = Object.keys(Object.values(schema.patternProperties ?? {})[0]?.properties ?? {});
  const [chosen, setChosen] = useState(languages[0] ?? '');
  const here = objectOf(texts[chosen]);
  const wanted = fields.filter((field) => textOf(item, field) !== '');
  const missing = (id: string): number => wanted.filter((field) => textOf(objectOf(texts[id]), field) === '').length;
  const change = (field: string, text: string): void => {
    const next = Object.fromEntries(Object.entries({ ...here, [field]: text }).filter(([, each]) => each !== ''));
    const others = Object.entries(texts).filter(([id]) => id !== chosen);
    onChange(Object.fromEntries(Object.keys(next).length === 0 ? others : [...others, [chosen, next]]));
  };
  if (languages.length === 0) {
    return (
      <Group label={label} hint={hint} fault={fault}>
        <p class="soft">{t('texts.none')}</p>
      </Group>
    );
  }
  return (
    <Group label={label} hint={hint} fault={fault}>
      <Tabs
        label={label}
        chosen={chosen}
        onChoose={setChosen}
        tabs={languages.map((id) => ({
          id,
          label: (
            <>
              <span lang={id.replaceAll('_', '-')}>{languageName(id)}</span>
              {missing(id) > 0 && (
                <span class="tab-count" title={t('texts.missing', { count: missing(id) })}>
                  {missing(id)}
                </span>
              )}
            </>
          ),
        }))}
      >
        <div class="texts">
          {fields.map((field) => (
            <div class="texts-row" key={`${chosen}/${field}`}>
              <div class="texts-own">
                <p class="field-label">
                  {t(`fields.${field}`)} <span class="soft">({languageName(own)})</span>
                </p>
                <p class="texts-original" lang={own.replaceAll('_', '-')} dir="auto">
                  {textOf(item, field) || '–'}
                </p>
              </div>
              <TextField
                label={`${t(`fields.${field}`)} (${languageName(chosen)})`}
                value={textOf(here, field)}
                maxLength={4000}
                rows={field.endsWith('_text') ? 3 : 1}
                onInput={(text) => change(field, text)}
              />
            </div>
          ))}
        </div>
      </Tabs>
    </Group>
  );
}
