import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CHANNELS, STAGES } from '../../../main/forms/contract/form-constants.ts';
import { writingDirection } from '../../../main/lib/writing-direction.ts';
import { Button } from '../../shared/components/button.tsx';
import { SelectField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { type Item, objectOf, textOf } from '../model/item.ts';
import { languageName, ownLanguage } from '../model/language-name.ts';
import { useAnswerKinds } from './answer-kinds.ts';
import { PreviewQuestion } from './preview-question.tsx';
import { stageOf } from './question.ts';

/** The form as a visitor meets it, in each language and on each channel; it can be answered, to see what follows. */
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
      {asked.length === 0 && <p class="empty">{t('preview.nothing')}</p>}
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
