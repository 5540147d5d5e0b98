/** Row of a ticket block: size, alignment, content. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import { simpleLanguage } from '../../../main/lib/simple-language.ts';
import { MAX_PART_SIZE } from '../../../main/site/contract/ticket-layout.ts';
import { MarkButton } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { BOLD, LINES } from '../../shared/components/office-marks.ts';
import { useStaff } from '../../shared/staff.ts';
import { SimpleTexts } from '../fields/simple-texts.tsx';
import { useEditor } from '../model/editor.ts';
import { languageName, otherLanguages, ownLanguage, textsName } from '../model/language-name.ts';
import { type EditedPart, hasLetters, isBold, withBold } from './ticket-part.ts';

const MAX_LENGTH = 1000;
const SIZES = Array.from({ length: MAX_PART_SIZE + 1 }, (_, size) => size);

export interface PartRowProps {
  readonly part: EditedPart;
  /** Name of the block, with its number among blocks of the same kind. */
  readonly name: string;
  readonly faults: readonly string[];
  readonly onChange: (part: EditedPart) => void;
  /** Buttons that move the row. */
  readonly children: ComponentChildren;
}

/** One block of the ticket: size, alignment and content. */
export function PartRow({ part, name, faults, onChange, children }: PartRowProps): JSX.Element {
  const { t } = useStaff();
  const id = useId();
  const isAtStart = part.align === 'start';
  const isText = part.part === 'text';
  const fault = faults.join(' · ');
  return (
    <>
      <div class="ticket-part">
        <span class="ticket-part-name">{name}</span>
        <span class="ticket-part-look">
          <select
            class="input"
            aria-label={t('layout.sizeOf', { name })}
            aria-describedby={!isText && fault !== '' ? id : undefined}
            value={String(part.size)}
            onChange={(event) => onChange({ ...part, size: Number(event.currentTarget.value) })}
          >
            {SIZES.map((size) => (
              <option key={size} value={String(size)}>
                {t(`layout.size.${size}`)}
              </option>
            ))}
          </select>
          {part.part !== 'gap' && (
            <MarkButton
              mark={LINES}
              turns
              label={t('layout.startOf', { name })}
              tip={t('layout.startOf', { name })}
              pressed={isAtStart}
              onClick={() => onChange({ ...part, align: isAtStart ? 'center' : 'start' })}
            />
          )}
          {hasLetters(part) && (
            <MarkButton
              mark={BOLD}
              label={t('layout.boldOf', { name })}
              tip={t('layout.boldOf', { name })}
              pressed={isBold(part)}
              onClick={() => onChange(withBold(part, !isBold(part)))}
            />
          )}
        </span>
        {children}
      </div>
      {isText && <PartTexts part={part} name={name} fault={fault} onChange={onChange} />}
      {!isText && fault !== '' && (
        <p class="field-fault" id={id} role="alert">
          {fault}
        </p>
      )}
    </>
  );
}

interface PartTextsProps {
  readonly part: EditedPart;
  readonly name: string;
  readonly fault: string;
  readonly onChange: (part: EditedPart) => void;
}

/** Texts of one block, in the languages of the organisation. */
function PartTexts({ part, name, fault, onChange }: PartTextsProps): JSX.Element {
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
