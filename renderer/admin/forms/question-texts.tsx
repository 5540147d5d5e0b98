/** Translations of a question and its options. */
import type { JSX } from 'preact';
import { isSimpleLanguage, simpleLanguage, usualLanguage } from '../../../main/lib/simple-language.ts';
import { TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { SimpleTexts } from '../fields/simple-texts.tsx';
import { useEditor } from '../model/editor.ts';
import { listOf, objectOf, textOf } from '../model/item.ts';
import { otherLanguages, ownLanguage, textsName } from '../model/language-name.ts';
import { type Config, optionsOf } from './question.ts';

/** The question and its options in the other languages of the site. */
export function QuestionTexts({
  config,
  question,
  onChange,
}: {
  readonly config: Config;
  readonly question: string;
  readonly onChange: (config: Config) => void;
}): JSX.Element {
  const { t } = useStaff();
  const { file } = useEditor();
  const own = ownLanguage(file);
  const all = objectOf(config.translations);
  const languages = otherLanguages(file, all);
  const options = optionsOf(config).filter((option) => option !== '');
  const change = (lang: string, field: 'question' | 'options', value: unknown): void => {
    const texts = { ...objectOf(all[lang]), [field]: value };
    const said = Object.entries(texts).filter(([, each]) => each !== '' && !(Array.isArray(each) && each.length === 0));
    const others = Object.entries(all).filter(([id]) => id !== lang);
    onChange({
      ...config,
      translations: Object.fromEntries(said.length === 0 ? others : [...others, [lang, Object.fromEntries(said)]]),
    });
  };
  const done = languages.filter((lang) => textOf(objectOf(all[lang]), 'question') !== '').length;
  const inLanguage = (lang: string): JSX.Element => {
    const texts = objectOf(all[lang]);
    const known = listOf(texts, 'options');
    // What nobody has put more simply is said as usual.
    const usual = listOf(objectOf(all[usualLanguage(lang)]), 'options');
    return (
      <fieldset key={lang} class="question-lang">
        <legend lang={isSimpleLanguage(lang) ? undefined : lang.replaceAll('_', '-')}>{textsName(t, lang)}</legend>
        <TextField
          label={t('question.text')}
          of={textsName(t, lang)}
          hint={question}
          value={textOf(texts, 'question')}
          maxLength={4000}
          onInput={(value) => change(lang, 'question', value)}
        />
        {options.length > 0 && (
          <div class="checks">
            {options.map((option, place) => (
              <TextField
                key={place}
                label={option}
                of={textsName(t, lang)}
                value={known[place] ?? ''}
                maxLength={500}
                onInput={(value) =>
                  change(
                    lang,
                    'options',
                    options.map((plain, at) => (at === place ? value : (known[at] ?? usual[at] ?? plain))),
                  )
                }
              />
            ))}
          </div>
        )}
      </fieldset>
    );
  };
  return (
    <>
      {languages.length > 0 && (
        <details class="question-more">
          <summary>
            {t('fields.translations')}{' '}
            <span class="soft">{t('question.translated', { count: done, all: languages.length })}</span>
          </summary>
          <div class="section-inside">{languages.map(inLanguage)}</div>
        </details>
      )}
      <SimpleTexts>{[own, ...languages].map(simpleLanguage).map(inLanguage)}</SimpleTexts>
    </>
  );
}
