import type { JSX } from 'preact';
import { simpleLanguage } from '../../../main/lib/simple-language.ts';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { type Item, objectOf, type Part } from '../model/item.ts';
import { otherLanguages, ownLanguage } from '../model/language-name.ts';
import type { WidgetProps } from './field-props.ts';
import { Group } from './group.tsx';
import { SimpleTexts } from './simple-texts.tsx';
import { TextsSheets } from './texts-sheets.tsx';

/** What visitors read at a kiosk or on their phone, which offer simple language. */
const READ_SIMPLY: readonly Part[] = ['locations', 'service_groups', 'services', 'desks'];

/** The texts in another language beside those of the house's own. */
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
