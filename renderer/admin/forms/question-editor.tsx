/** Editor of a question. */
import type { JSX } from 'preact';
import { ANSWER_TYPE, CHANNELS, ERASE_DAYS, type FormStage } from '../../../main/forms/contract/form-constants.ts';
import { isSimpleLanguage, simpleLanguage, usualLanguage } from '../../../main/lib/simple-language.ts';
import { CheckField, SelectField, TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { CheckList } from '../fields/check-list.tsx';
import { Group } from '../fields/group.tsx';
import { SimpleTexts } from '../fields/simple-texts.tsx';
import { useEditor } from '../model/editor.ts';
import { type Item, listOf, objectOf, textOf } from '../model/item.ts';
import { otherLanguages, ownLanguage, textsName } from '../model/language-name.ts';
import { type AnswerKind, type Config, configOf, optionsOf, writeConfig } from './question.ts';
import { QuestionKindFields } from './question-kind-fields.tsx';

export interface QuestionEditorProps {
  readonly question: Item;
  readonly stage: FormStage;
  readonly kinds: readonly AnswerKind[];
  /** Questions before this one. */
  readonly earlier: readonly Item[];
  readonly onChange: (question: Item) => void;
}

interface QuestionTextsProps {
  readonly config: Config;
  readonly question: string;
  readonly onChange: (config: Config) => void;
}

/** Translations of a question and its options. */
function QuestionTexts({ config, question, onChange }: QuestionTextsProps): JSX.Element {
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
    // Without a simple text the ordinary one is used.
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

/** All fields of a question. */
export function QuestionEditor({ question, stage, kinds, earlier, onChange }: QuestionEditorProps): JSX.Element {
  const { t } = useStaff();
  const set = (field: string, value: unknown): void => onChange({ ...question, [field]: value });
  const config = configOf(question);
  const setConfig = (next: Config): void => set('config', writeConfig(next));
  const kind = kinds.find(({ id }) => id === question.qat_id);
  const staff = objectOf(question.staff_permissions);
  const visible = objectOf(question.visible_on);
  return (
    <div class="question-body">
      <TextField
        label={t('question.text')}
        value={textOf(question, 'question')}
        maxLength={4000}
        required
        onInput={(text) => set('question', text)}
      />
      <div class="pair">
        <SelectField
          label={t('question.kind')}
          value={textOf(question, 'qat_id')}
          options={kinds.map(({ id, name, type }) => ({
            value: id,
            label: name === t(`answerType.${type}`) ? name : `${t(`answerType.${type}`)} (${name})`,
          }))}
          onChange={(id) => set('qat_id', id)}
        />
        <CheckField
          label={t('question.must')}
          checked={question.required === true}
          onChange={(on) => set('required', on)}
        />
      </div>
      <QuestionKindFields kind={kind} config={config} onChange={setConfig} />
      <QuestionTexts config={config} question={textOf(question, 'question')} onChange={setConfig} />
      {earlier.length > 0 && (
        <DependencyFields
          depends={objectOf(question.depends_on)}
          earlier={earlier}
          kinds={kinds}
          onChange={(depends) => set('depends_on', depends)}
        />
      )}
      <details class="question-more">
        <summary>{t('question.more')}</summary>
        <div class="section-inside">
          <Group label={t('question.where')} hint={t('question.whereHint')}>
            <CheckList
              all={CHANNELS.map((id) => ({ id, name: t(`channel.${id}`) }))}
              chosen={CHANNELS.filter((channel) => visible[channel] === true)}
              onChange={(channel, isOn) => set('visible_on', { ...visible, [channel]: isOn })}
            />
          </Group>
          <Group label={t('question.staff')}>
            {(['visible', 'editable'] as const).map((right) => (
              <CheckField
                key={right}
                label={t(right === 'visible' ? 'question.staffSees' : 'question.staffEdits')}
                checked={staff[right] === true}
                onChange={(on) => set('staff_permissions', { ...staff, [right]: on })}
              />
            ))}
          </Group>
          <Group label={t('question.privacy')} hint={t('question.privacyHint')}>
            <div class="pair">
              <CheckField
                label={t('question.erase')}
                checked={question.anonymize === true}
                onChange={(on) => set('anonymize', on)}
              />
              {question.anonymize === true && (
                <TextField
                  label={t('question.eraseDays')}
                  type="number"
                  range={ERASE_DAYS}
                  value={String(question.anonymize_in_days ?? 0)}
                  onInput={(days) => set('anonymize_in_days', /^\d+$/.test(days) ? Number(days) : days)}
                />
              )}
            </div>
          </Group>
        </div>
      </details>
      {stage === 'before' && visible.ticket_kiosks !== true && kind?.type !== ANSWER_TYPE.rating && (
        <p class="soft">{t('question.notOnKiosk')}</p>
      )}
    </div>
  );
}

interface DependencyFieldsProps {
  readonly depends: Item;
  readonly earlier: readonly Item[];
  readonly kinds: readonly AnswerKind[];
  readonly onChange: (depends: Item) => void;
}

/** Dependency of a question on the answer to an earlier one. */
function DependencyFields({ depends, earlier, kinds, onChange }: DependencyFieldsProps): JSX.Element {
  const { t } = useStaff();
  const wanted = depends.has_dependency === true ? textOf(depends, 'question') : '';
  const other = earlier.find(({ id }) => id === wanted);
  const type = kinds.find(({ id }) => id === other?.qat_id)?.type;
  const options =
    type === ANSWER_TYPE.yesNo
      ? ['yes', 'no']
      : type === ANSWER_TYPE.oneOf || type === ANSWER_TYPE.severalOf
        ? optionsOf(configOf(other ?? {}))
        : [];
  const answer = textOf(depends, 'answer');
  const set = (change: Item): void => onChange({ ...depends, ...change });
  return (
    <div class="pair">
      <SelectField
        label={t('question.after')}
        value={wanted}
        options={[
          { value: '', label: t('question.always') },
          ...earlier.map((each) => ({
            value: String(each.id),
            label: textOf(each, 'question') || t('question.unnamed'),
          })),
        ]}
        onChange={(id) => set({ has_dependency: id !== '', question: id, answer: '' })}
      />
      {other !== undefined &&
        (options.length > 0 ? (
          <SelectField
            label={t('question.answered')}
            value={answer}
            options={[
              { value: '', label: t('question.anyAnswer') },
              ...options.map((option) => ({
                value: option,
                label: type === ANSWER_TYPE.yesNo ? t(`question.${option}`) : option,
              })),
            ]}
            onChange={(value) => set({ answer: value })}
          />
        ) : (
          <TextField
            label={t('question.answered')}
            hint={t('question.anyAnswerHint')}
            value={answer}
            onInput={(value) => set({ answer: value })}
          />
        ))}
    </div>
  );
}
