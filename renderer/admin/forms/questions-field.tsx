/** Field for the questions of a form. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ANSWER_TYPE, type FormStage, STAGES } from '../../../main/forms/contract/form-constants.ts';
import { Button } from '../../shared/components/button.tsx';
import { EmptyState } from '../../shared/components/empty-state.tsx';
import { PLUS } from '../../shared/components/kiosk-staff-marks.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { Tabs } from '../../shared/components/tabs.tsx';
import { useStaff } from '../../shared/staff.ts';
import type { WidgetProps } from '../fields/field-props.ts';
import { useEditor } from '../model/editor.ts';
import { type Item, objectOf, textOf } from '../model/item.ts';
import { faultText } from '../parts/fault-text.ts';
import { moved, OrderButtons } from '../parts/order-buttons.tsx';
import { newQuestion, stageOf, useAnswerKinds } from './question.ts';
import { QuestionEditor } from './question-editor.tsx';

/** Questions of a form: three lists, each question expandable and movable by buttons. */
export function QuestionsField({ value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { faultsAt } = useEditor();
  const kinds = useAnswerKinds();
  const [stage, setStage] = useState<FormStage>('before');
  const [open, setOpen] = useState('');
  const questions = stageOf(value, stage);
  const set = (next: readonly Item[]): void => {
    onChange({ ...objectOf(value), [stage]: next.map((question, place) => ({ ...question, question_order: place })) });
  };
  const earlier = (place: number): readonly Item[] => [
    ...STAGES.slice(0, STAGES.indexOf(stage)).flatMap((each) => stageOf(value, each)),
    ...questions.slice(0, place),
  ];
  const add = (): void => {
    const question = newQuestion(kinds.find(({ type }) => type === ANSWER_TYPE.text)?.id ?? kinds[0]?.id ?? '', stage);
    set([...questions, question]);
    setOpen(String(question.id));
  };
  return (
    <Tabs
      label={t('sections.questions')}
      chosen={stage}
      onChoose={(id) => setStage(id as FormStage)}
      tabs={STAGES.map((id) => {
        const faults = faultsAt(`questions.${id}`).length;
        return {
          id,
          label: (
            <>
              {t(`stage.${id}`)}
              <span class={faults > 0 ? 'tab-count tab-count-fault' : 'tab-count'}>{stageOf(value, id).length}</span>
            </>
          ),
        };
      })}
    >
      <p class="soft">{t(`stage.about.${stage}`)}</p>
      <ol class="questions">
        {questions.map((question, place) => {
          const id = String(question.id);
          const path = `questions.${stage}[${place}]`;
          const faults = faultsAt(path);
          const name = textOf(question, 'question') || t('question.unnamed');
          const isOpen = open === id || faults.length > 0;
          return (
            <li key={id} class="question" data-open={isOpen || undefined}>
              <div class="question-head">
                <button
                  type="button"
                  class="question-name"
                  aria-expanded={isOpen}
                  aria-describedby={faults.length > 0 ? `question-${id}-fault` : undefined}
                  onClick={() => setOpen(isOpen ? '' : id)}
                >
                  <span class="soft">{place + 1}</span>
                  <span dir="auto">{name}</span>
                  <span class="soft">
                    {kinds.find((kind) => kind.id === question.qat_id)?.name ?? ''}
                    {question.required === true && ` · ${t('question.mustShort')}`}
                  </span>
                </button>
                <OrderButtons
                  name={name}
                  place={place}
                  count={questions.length}
                  onMove={(to) => set(moved(questions, place, to))}
                  onTake={() => set(questions.toSpliced(place, 1))}
                />
              </div>
              {faults.length > 0 && (
                <div class="field-fault" id={`question-${id}-fault`} role="alert">
                  <ul class="fault-list">
                    {faults.map((fault) => (
                      <li
                        key={fault.path + (fault.words ?? fault.key)}
                        lang={fault.words === undefined ? undefined : 'en'}
                      >
                        {faultText(t, fault)}
                      </li>
                    ))}
                  </ul>
                </div>
              )}
              {isOpen && (
                <QuestionEditor
                  question={question}
                  stage={stage}
                  kinds={kinds}
                  earlier={earlier(place)}
                  onChange={(next) => set(questions.with(place, next))}
                />
              )}
            </li>
          );
        })}
      </ol>
      {questions.length === 0 && <EmptyState text={t('question.none')} />}
      <Button onClick={add} off={kinds.length === 0}>
        <Mark path={PLUS} />
        {t('question.add')}
      </Button>
    </Tabs>
  );
}
