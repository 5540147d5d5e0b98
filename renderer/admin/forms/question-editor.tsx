/** Editor of a question. */
import type { JSX } from 'preact';
import { ANSWER_TYPE, CHANNELS, ERASE_DAYS, type FormStage } from '../../../main/forms/contract/form-constants.ts';
import { CheckField, SelectField, TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { Group } from '../fields/group.tsx';
import { type Item, objectOf, textOf } from '../model/item.ts';
import { type AnswerKind, type Config, configOf, optionsOf, writeConfig } from './question.ts';
import { QuestionKindFields } from './question-kind-fields.tsx';
import { QuestionTexts } from './question-texts.tsx';

export interface QuestionEditorProps {
  readonly question: Item;
  readonly stage: FormStage;
  readonly kinds: readonly AnswerKind[];
  /** Questions that are asked before this one. */
  readonly earlier: readonly Item[];
  readonly onChange: (question: Item) => void;
}

/** Everything of one question. */
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
            <ul class="checks">
              {CHANNELS.map((channel) => (
                <li key={channel}>
                  <label class="check">
                    <input
                      type="checkbox"
                      checked={visible[channel] === true}
                      onChange={(event) => set('visible_on', { ...visible, [channel]: event.currentTarget.checked })}
                    />
                    <span>{t(`channel.${channel}`)}</span>
                  </label>
                </li>
              ))}
            </ul>
          </Group>
          <Group label={t('question.staff')}>
            <CheckField
              label={t('question.staffSees')}
              checked={staff.visible === true}
              onChange={(on) => set('staff_permissions', { ...staff, visible: on })}
            />
            <CheckField
              label={t('question.staffEdits')}
              checked={staff.editable === true}
              onChange={(on) => set('staff_permissions', { ...staff, editable: on })}
            />
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

/** Whether a question is asked at all: after which answer to which question before it. */
function DependencyFields({
  depends,
  earlier,
  kinds,
  onChange,
}: {
  readonly depends: Item;
  readonly earlier: readonly Item[];
  readonly kinds: readonly AnswerKind[];
  readonly onChange: (depends: Item) => void;
}): JSX.Element {
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
