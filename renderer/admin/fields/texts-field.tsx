/** Field for translated texts. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isSimpleLanguage, simpleLanguage, usualLanguage } from '../../../main/lib/simple-language.ts';
import { TextField } from '../../shared/components/field.tsx';
import { Tabs } from '../../shared/components/tabs.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { type Item, objectOf, type Part, textOf } from '../model/item.ts';
import { languageName, otherLanguages, ownLanguage, textsName } from '../model/language-name.ts';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';
import { SimpleTexts } from './simple-texts.tsx';

/** Collections with texts on kiosks and phones, which offer simple language. */
const READ_SIMPLY: readonly Part[] = ['locations', 'service_groups', 'services', 'desks'];

/** Translations of an item, beside its default texts. */
export function TextsField({ schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { part, file } = useEditor();
  const own = ownLanguage(file);
  const texts = objectOf(value);
  const languages = otherLanguages(file, texts);
  const fields = Object.keys(Object.values(schema.patternProperties ?? {})[0]?.properties ?? {});
  const change = (lang: string, said: Item): void => {
    const others = Object.entries(texts).filter(([id]) => id !== lang);
    onChange(Object.fromEntries(Object.keys(said).length === 0 ? others : [...others, [lang, said]]));
  };
  return (
    <Group label={label} hint={hint} fault={fault}>
      {languages.length === 0 ? (
        <p class="soft">{t('texts.none')}</p>
      ) : (
        <TextsSheets label={label} languages={languages} fields={fields} texts={texts} onChange={change} />
      )}
      {READ_SIMPLY.includes(part) && (
        <SimpleTexts>
          <TextsSheets
            label={t('texts.simple')}
            languages={[own, ...languages].map(simpleLanguage)}
            fields={fields}
            texts={texts}
            onChange={change}
          />
        </SimpleTexts>
      )}
    </Group>
  );
}

interface TextsSheetsProps {
  readonly label: string;
  readonly languages: readonly string[];
  readonly fields: readonly string[];
  readonly texts: Item;
  /** Empty fields are left out. */
  readonly onChange: (lang: string, said: Item) => void;
}

/** One tab per language with the default texts, the fields to fill in and the number of missing ones. */
function TextsSheets({ label, languages, fields, texts, onChange }: TextsSheetsProps): JSX.Element {
  const { t } = useStaff();
  const { item, file } = useEditor();
  const own = ownLanguage(file);
  const [wanted, setWanted] = useState('');
  const chosen = languages.includes(wanted) ? wanted : (languages[0] ?? '');
  const here = objectOf(texts[chosen]);
  const needed = fields.filter((field) => textOf(item, field) !== '');
  const missing = (id: string): number =>
    isSimpleLanguage(id) ? 0 : needed.filter((field) => textOf(objectOf(texts[id]), field) === '').length;
  const change = (field: string, text: string): void => {
    const said = Object.entries({ ...here, [field]: text }).filter(([, each]) => each !== '');
    onChange(chosen, Object.fromEntries(said));
  };
  return (
    <Tabs
      label={label}
      chosen={chosen}
      onChoose={setWanted}
      tabs={languages.map((id) => ({
        id,
        label: (
          <>
            <TextsName id={id} />
            {missing(id) > 0 && (
              <span class="tab-count" data-tip={t('texts.missing', { count: missing(id) })}>
                <span aria-hidden="true">{missing(id)}</span>
                <span class="spoken">{t('texts.missing', { count: missing(id) })}</span>
              </span>
            )}
          </>
        ),
      }))}
    >
      <div class="texts">
        {fields.map((field) => {
          // Simple texts are compared with the ordinary text of the same language, if there is one.
          const usual = usualLanguage(chosen);
          const translated = isSimpleLanguage(chosen) ? textOf(objectOf(texts[usual]), field) : '';
          const from = translated === '' ? own : usual;
          return (
            <div class="texts-row" key={`${chosen}/${field}`}>
              <div class="texts-own">
                <p class="field-label">
                  {t(`fields.${field}`)} <span class="soft">({languageName(from)})</span>
                </p>
                <p class="texts-original" lang={from.replaceAll('_', '-')} dir="auto">
                  {translated || textOf(item, field) || '–'}
                </p>
              </div>
              <TextField
                label={`${t(`fields.${field}`)} (${textsName(t, chosen)})`}
                value={textOf(here, field)}
                maxLength={4000}
                rows={field.endsWith('_text') ? 3 : 1}
                onInput={(text) => change(field, text)}
              />
            </div>
          );
        })}
      </div>
    </Tabs>
  );
}

/** A language by its own name; simple language by its name in the user's language. */
function TextsName({ id }: { readonly id: string }): JSX.Element {
  const { t } = useStaff();
  if (isSimpleLanguage(id)) return <span>{textsName(t, id)}</span>;
  return <span lang={id.replaceAll('_', '-')}>{languageName(id)}</span>;
}
