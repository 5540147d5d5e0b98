/** Preview of a form, in each language and channel. */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { ANSWER_TYPE, CHANNELS, STAGES } from '../../../main/forms/contract/form-constants.ts';
import { writingDirection } from '../../../main/lib/writing-direction.ts';
import { Button } from '../../shared/components/button.tsx';
import { EmptyState } from '../../shared/components/empty-state.tsx';
import { SelectField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { type Item, objectOf, textOf } from '../model/item.ts';
import { languageName, ownLanguage } from '../model/language-name.ts';
import { configOf, optionsOf, stageOf, translated, useAnswerKinds } from './question.ts';

const DEFAULT_BEST = 5;
/** Input type for each answer type. */
const INPUTS: Readonly<Record<number, string>> = { 5: 'date', 7: 'email', 8: 'tel', 9: 'number' };

/** Preview of the form in each language and channel; it can be filled in to test dependencies. */
export function FormPanel(): JSX.Element {
  const { t } = useStaff();
  const { item, file } = useEditor();
  const kinds = useAnswerKinds();
  const own = ownLanguage(file);
  const [lang, setLang] = useState(own);
  const [channel, setChannel] = useState('ticket_kiosks');
  const [answers, setAnswers] = useState<Readonly<Record<string, readonly string[]>>>({});
  const isMet = (question: Item): boolean => {
    const depends = objectOf(question.depends_on);
    if (depends.has_dependency !== true) return true;
    const given = answers[textOf(depends, 'question')] ?? [];
    const wanted = textOf(depends, 'answer');
    return wanted === '' ? given.length > 0 : given.includes(wanted);
  };
  const asked = STAGES.map((stage) => ({
    stage,
    questions: stageOf(item.questions, stage).filter(
      (question) => objectOf(question.visible_on)[channel] === true && isMet(question),
    ),
  })).filter(({ questions }) => questions.length > 0);
  return (
    <section class="card panel" aria-labelledby="form-preview">
      <h2 id="form-preview">{t('preview.title')}</h2>
      <div class="pair">
        <SelectField
          label={t('shared.language')}
          value={lang}
          options={(file.settings?.languages ?? [own]).map((id) => ({ value: id, label: languageName(id) }))}
          onChange={setLang}
        />
        <SelectField
          label={t('preview.channel')}
          value={channel}
          options={CHANNELS.map((id) => ({ value: id, label: t(`channel.${id}`) }))}
          onChange={setChannel}
        />
      </div>
      {asked.length === 0 && <EmptyState text={t('preview.nothing')} />}
      {asked.map(({ stage, questions }) => (
        <div key={stage} class="preview-stage">
          <h3>{t(`stage.${stage}`)}</h3>
          <div class="preview" lang={lang.replaceAll('_', '-')} dir={writingDirection(lang)}>
            {questions.map((question) => (
              <PreviewQuestion
                key={String(question.id)}
                question={question}
                type={kinds.find(({ id }) => id === question.qat_id)?.type ?? 1}
                lang={lang}
                answer={answers[String(question.id)] ?? []}
                onAnswer={(answer) => setAnswers({ ...answers, [String(question.id)]: answer })}
              />
            ))}
          </div>
        </div>
      ))}
      {Object.keys(answers).length > 0 && <Button onClick={() => setAnswers({})}>{t('preview.again')}</Button>}
    </section>
  );
}

interface PreviewQuestionProps {
  readonly question: Item;
  readonly type: number;
  readonly lang: string;
  readonly answer: readonly string[];
  readonly onAnswer: (answer: readonly string[]) => void;
}

/** One question of the preview; answers are not sent. */
function PreviewQuestion({ question, type, lang, answer, onAnswer }: PreviewQuestionProps): JSX.Element {
  const { t } = useStaff();
  const id = useId();
  const config = configOf(question);
  const words = translated(question, lang);
  const best = typeof config.to === 'number' ? config.to : DEFAULT_BEST;
  const choices =
    type === ANSWER_TYPE.yesNo
      ? ['yes', 'no'].map((value) => ({ value, label: t(`question.${value}`) }))
      : type === ANSWER_TYPE.rating
        ? Array.from({ length: best }, (_, place) => ({ value: String(place + 1), label: String(place + 1) }))
        : optionsOf(config).map((value, place) => ({ value, label: words.options[place] ?? value }));
  const isSeveral = type === ANSWER_TYPE.severalOf;
  const title = (
    <>
      {words.question || '…'} {question.required === true && <span class="soft">*</span>}
    </>
  );
  if (choices.length === 0) {
    return (
      <div class="preview-question">
        <label for={id}>{title}</label>
        <input
          id={id}
          class="input"
          type={(INPUTS[type] ?? 'text') as 'text'}
          value={answer[0] ?? ''}
          placeholder={typeof config.example === 'string' ? config.example : ''}
          onInput={(event) => onAnswer(event.currentTarget.value === '' ? [] : [event.currentTarget.value])}
        />
      </div>
    );
  }
  return (
    <fieldset class="preview-question">
      <legend>{title}</legend>
      <div class={type === ANSWER_TYPE.rating ? 'preview-marks' : 'preview-options'}>
        {choices.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            class="choice"
            aria-pressed={answer.includes(value)}
            onClick={() => {
              if (answer.includes(value)) onAnswer(answer.filter((each) => each !== value));
              else onAnswer(isSeveral ? [...answer, value] : [value]);
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
