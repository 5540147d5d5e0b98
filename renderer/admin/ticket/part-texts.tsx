import type { JSX } from 'preact';
import { simpleLanguage } from '../../../main/lib/simple-language.ts';
import { TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { SimpleTexts } from '../fields/simple-texts.tsx';
import { useEditor } from '../model/editor.ts';
import { languageName, otherLanguages, ownLanguage, textsName } from '../model/language-name.ts';
import type { EditedPart } from './ticket-part.ts';

const MAX_LENGTH = 1000;

/** What the house says in one place of the ticket, in its languages. */
export function PartTexts({
  part,
  name,
  fault,
  onChange,
}: {
  readonly part: EditedPart;
  readonly name: string;
  readonly fault: string;
  readonly onChange: (part: EditedPart) => void;
}): JSX.Element {
  const { t } = useStaff();
  const { file } = useEditor();
  const { text, translations } = part;
  const own = ownLanguage(file);
  const languages = otherLanguages(file, translations);
  const done = languages.filter((id) => (translations[id]?.text ?? '') !== '').length;
  const translate = (lang: string, words: string): void => {
    const others = Object.entries(translations).filter(([id]) => id !== lang);
    const all = words === '' ? others : [...others, [lang, { text: words }] as const];
    onChange({ ...part, translations: Object.fromEntries(all) });
  };
  const field = (id: string): JSX.Element => (
    <TextField
      key={id}
      label={`${name} (${textsName(t, id)})`}
      rows={2}
      maxLength={MAX_LENGTH}
      value={translations[id]?.text ?? ''}
      onInput={(words) => translate(id, words)}
    />
  );
  return (
    <div class="ticket-part-texts">
      <TextField
        label={languages.length === 0 ? name : `${name} (${languageName(own)})`}
        rows={2}
        maxLength={MAX_LENGTH}
        value={text}
        fault={fault}
        onInput={(words) => onChange({ ...part, text: words })}
      />
      {languages.length > 0 && (
        <details>
          <summary>
            {t('fields.translations')}{' '}
            <span class="soft">{t('question.translated', { count: done, all: languages.length })}</span>
          </summary>
          <div class="section-inside">{languages.map(field)}</div>
        </details>
      )}
      <SimpleTexts>{[own, ...languages].map(simpleLanguage).map(field)}</SimpleTexts>
    </div>
  );
}
