/** Fields for the answer rules of a question type. */
import type { JSX } from 'preact';
import { ANSWER_LENGTH, ANSWER_TYPE, BEST_MARK, MASK } from '../../../main/forms/contract/form-constants.ts';
import { SelectField, TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { objectOf } from '../model/item.ts';
import { type AnswerKind, type Config, optionsOf } from './question.ts';

const MASKS = [0, MASK.numeric, MASK.alpha, MASK.alphanumeric, MASK.custom];

interface QuestionKindFieldsProps {
  readonly kind: AnswerKind | undefined;
  readonly config: Config;
  readonly onChange: (config: Config) => void;
}

/** Allowed answers of this type. */
export function QuestionKindFields({ kind, config, onChange }: QuestionKindFieldsProps): JSX.Element | null {
  const { t } = useStaff();
  const text = (name: string): string => String(config[name] ?? '');
  switch (kind?.type) {
    case ANSWER_TYPE.rating:
      return (
        <div class="narrow">
          <TextField
            label={t('question.best')}
            hint={t('question.bestHint')}
            type="number"
            range={BEST_MARK}
            value={text('to')}
            onInput={(to) => onChange({ ...config, to: /^\d+$/.test(to) ? Number(to) : to })}
          />
        </div>
      );
    case ANSWER_TYPE.oneOf:
    case ANSWER_TYPE.severalOf:
      return <Options config={config} onChange={onChange} />;
    case ANSWER_TYPE.text: {
      const mask = String(config.mask ?? kind.config.mask ?? 0);
      return (
        <>
          <div class="pair">
            <SelectField
              label={t('fields.mask')}
              value={mask}
              options={MASKS.map((each) => ({ value: String(each), label: t(`mask.${each}`) }))}
              onChange={(next) => onChange({ ...config, mask: Number(next) })}
            />
            <TextField
              label={t('fields.length')}
              hint={t('hints.length')}
              type="number"
              range={ANSWER_LENGTH}
              value={text('length')}
              onInput={(length) => onChange({ ...config, length })}
            />
          </div>
          {mask === String(MASK.custom) && (
            <div class="pair">
              <TextField
                label={t('question.regex')}
                hint={t('hints.pattern')}
                dir="ltr"
                value={text('regex')}
                onInput={(regex) => onChange({ ...config, regex })}
              />
              <TextField
                label={t('question.example')}
                hint={t('question.exampleHint')}
                dir="ltr"
                value={text('example')}
                onInput={(example) => onChange({ ...config, example })}
              />
            </div>
          )}
        </>
      );
    }
    default:
      return null;
  }
}

interface OptionsProps {
  readonly config: Config;
  readonly onChange: (config: Config) => void;
}

/** Options, one per line. Translations follow the same order, so removing a line removes its translations. */
function Options({ config, onChange }: OptionsProps): JSX.Element {
  const { t } = useStaff();
  const options = optionsOf(config);
  return (
    <TextField
      label={t('question.options')}
      hint={t('question.optionsHint')}
      rows={Math.max(3, options.length + 1)}
      value={options.join('\n')}
      onInput={(text) => {
        const lines = text.split('\n');
        const next = lines
          .map((line) => line.trimStart())
          .filter((line, place) => line !== '' || place === lines.length - 1);
        const translations = Object.fromEntries(
          Object.entries(objectOf(config.translations)).map(([lang, texts]) => {
            const known = objectOf(texts);
            const old = Array.isArray(known.options) ? known.options.map(String) : [];
            if (old.length === 0) return [lang, known];
            const moved = next.map(
              (line, place) =>
                old[options.indexOf(line)] ?? (next.length === options.length ? old[place] : undefined) ?? line,
            );
            return [lang, { ...known, options: moved }];
          }),
        );
        onChange({ ...config, options: next, translations });
      }}
    />
  );
}
