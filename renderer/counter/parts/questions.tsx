/** Questions and answers of the current ticket. */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { ANSWER_TYPE } from '../../../main/forms/contract/form-constants.ts';
import type { TicketQuestion } from '../../../main/forms/contract/rest/form-questions.ts';
import { Button } from '../../shared/components/button.tsx';
import { SelectField, TextField, type TextFieldProps } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { useStaff } from '../../shared/staff.ts';
import { asked } from '../answers.ts';
import { useCounter } from '../model.ts';
import { optionText, questionText } from '../question-text.ts';
import { AnswerList } from './answer-list.tsx';

const STAGES = ['before', 'during', 'end'] as const;

/** Questions of the current ticket: the visitor's answers, and those to ask here. */
export function Questions(): JSX.Element | null {
  const { t } = useStaff();
  const { answers } = useCounter();
  const questions = answers.questions.value;
  if (answers.away.value) {
    return (
      <section class="questions" aria-label={t('questions.title')}>
        <NoticeBox kind="attention">{t('questions.away')}</NoticeBox>
        <Button onClick={answers.reload}>{t('questions.retry')}</Button>
      </section>
    );
  }
  if (questions === null || questions.length === 0) return null;
  const shown = asked(questions);
  const editable = shown.some((question) => question.editable);
  return (
    <section class="questions" aria-label={t('questions.title')}>
      <header class="questions-head">
        <h2>{t('questions.title')}</h2>
        {editable && (
          <p class="questions-state" data-state={answers.state.value} role="status">
            {answers.state.value === 'faulty' ? t('questions.unsaved') : t(`questions.${answers.state.value}`)}
          </p>
        )}
      </header>
      {STAGES.map((stage) => (
        <StageQuestions key={stage} stage={stage} questions={shown.filter((each) => each.stage === stage)} />
      ))}
    </section>
  );
}

/** Maximum options shown as buttons; more use a list. */
const MANY_OPTIONS = 6;

/** Longer texts use several lines. */
const LONG_TEXT = 120;

/** A question that the clerk answers. */
export function QuestionField({ question }: { readonly question: TicketQuestion }): JSX.Element {
  const { t, language } = useStaff();
  const { answers } = useCounter();
  const lang = language.id.value;
  const value = answers.valueAt(question);
  const write = (next: readonly string[]): void => answers.write(question.id, next);
  const choose = (next: readonly string[]): void => answers.choose(question.id, next);
  const label = `${questionText(question, lang)}${question.required ? ` (${t('questions.required')})` : ''}`;
  const fault = answers.faultyId.value === question.id ? t('questions.faulty') : '';
  const options = question.config.options.map((each) => ({ value: each, label: optionText(question, each, lang) }));

  switch (question.type) {
    case ANSWER_TYPE.yesNo:
      return (
        <Buttons
          label={label}
          fault={fault}
          options={[
            { value: 'yes', label: t('questions.yes') },
            { value: 'no', label: t('questions.no') },
          ]}
          value={value}
          onChange={choose}
        />
      );
    case ANSWER_TYPE.rating:
      return (
        <Buttons
          label={label}
          fault={fault}
          options={Array.from({ length: question.config.to }, (_, index) => ({
            value: String(index + 1),
            label: String(index + 1),
          }))}
          value={value}
          onChange={choose}
        />
      );
    case ANSWER_TYPE.severalOf:
      return <Buttons label={label} fault={fault} options={options} value={value} onChange={choose} several />;
    case ANSWER_TYPE.oneOf:
      if (options.length > 0 && options.length <= MANY_OPTIONS) {
        return <Buttons label={label} fault={fault} options={options} value={value} onChange={choose} />;
      }
      if (options.length > MANY_OPTIONS) {
        return (
          <SelectField
            label={label}
            fault={fault}
            options={[{ value: '', label: t('questions.choose') }, ...options]}
            value={value[0] ?? ''}
            onChange={(next) => choose([next])}
          />
        );
      }
      return <Text question={question} label={label} fault={fault} value={value[0] ?? ''} onInput={write} />;
    default:
      return <Text question={question} label={label} fault={fault} value={value[0] ?? ''} onInput={write} />;
  }
}

function typeOf({ type }: TicketQuestion): NonNullable<TextFieldProps['type']> {
  if (type === ANSWER_TYPE.date) return 'date';
  if (type === ANSWER_TYPE.email) return 'email';
  return type === ANSWER_TYPE.phone ? 'tel' : 'text';
}

interface TextProps {
  readonly question: TicketQuestion;
  readonly label: string;
  readonly fault: string;
  readonly value: string;
  readonly onInput: (value: readonly string[]) => void;
}

/** During input, the field shows the input and not the server's version of it. */
function Text({ question, label, fault, value, onInput }: TextProps): JSX.Element {
  const { t } = useStaff();
  const { answers } = useCounter();
  const [writing, setWriting] = useState<string | null>(null);
  const { length, example, mask } = question.config;
  const isPlain = question.type === ANSWER_TYPE.text && mask === 0;
  return (
    <div
      onFocusOut={() => {
        setWriting(null);
        void answers.save();
      }}
    >
      <TextField
        label={label}
        fault={fault}
        hint={example === '' ? '' : t('questions.example', { example })}
        value={writing ?? value}
        type={typeOf(question)}
        rows={isPlain && (length === 0 || length > LONG_TEXT) ? 2 : 1}
        maxLength={length > 0 ? length : 4000}
        onInput={(text) => {
          setWriting(text);
          onInput([text]);
        }}
      />
    </div>
  );
}

interface ButtonsProps {
  readonly label: string;
  readonly fault: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly several?: boolean;
}

function Buttons({ label, fault, options, value, onChange, several = false }: ButtonsProps): JSX.Element {
  const press = (pressed: string): void => {
    const without = value.filter((each) => each !== pressed && each !== '');
    const isOn = value.includes(pressed);
    // A second press clears an answer.
    if (several) onChange(isOn ? without : [...without, pressed]);
    else onChange(isOn ? [''] : [pressed]);
  };
  const id = useId();
  return (
    <fieldset class="field field-buttons" aria-describedby={fault === '' ? undefined : id}>
      <legend class="field-label" dir="auto">
        {label}
      </legend>
      <div class="buttons">
        {options.map((option) => (
          <button
            key={option.value}
            type="button"
            class="button option"
            aria-pressed={value.includes(option.value)}
            onClick={() => press(option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
      {fault !== '' && (
        <p class="field-fault" id={id} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

interface StageQuestionsProps {
  readonly stage: (typeof STAGES)[number];
  readonly questions: readonly TicketQuestion[];
}

function StageQuestions({ stage, questions }: StageQuestionsProps): JSX.Element | null {
  const { t } = useStaff();
  if (questions.length === 0) return null;
  const fixed = questions.filter(({ editable }) => !editable);
  const open = questions.filter(({ editable }) => editable);
  return (
    <section class="stage" aria-label={t(`questions.${stage}`)}>
      <h3>{t(`questions.${stage}`)}</h3>
      {fixed.length > 0 && <AnswerList questions={fixed} />}
      {open.map((question) => (
        <QuestionField key={question.id} question={question} />
      ))}
    </section>
  );
}
