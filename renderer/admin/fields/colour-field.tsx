/** Field for a colour, with its readable correction. */
import type { JSX } from 'preact';
import { contrast, groundWithText, INK, PAPER } from '../../shared/colour.ts';
import { Button } from '../../shared/components/button.tsx';
import { Field } from '../../shared/components/field.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { CHECK, INFO } from '../../shared/components/marks.ts';
import { HOUSE_COLOUR } from '../../shared/site-colours.ts';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { textOf } from '../model/item.ts';
import { number } from '../model/words.ts';
import type { WidgetProps } from './field-props.ts';

/** Contrast ratio of text that the pages guarantee. */
const READABLE = 7;

/** A colour by picker or hex code, and the corrected colour that the pages use for readable text. */
export function ColourField({ label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t, language } = useStaff();
  const { item } = useEditor();
  const text = typeof value === 'string' ? value : '';
  const colour = normal(text);
  const { ground, text: ink } = groundWithText(colour ?? HOUSE_COLOUR);
  const sample = textOf(item, 'tag') || 'A';
  const ratio = colour === null ? 0 : Math.max(contrast(colour, PAPER), contrast(colour, INK));
  return (
    <Field label={label} hint={hint} fault={fault}>
      {({ id, describedBy }) => (
        <>
          <div class="colour">
            <input
              type="color"
              class="colour-pick"
              aria-label={t('colour.pick')}
              value={colour ?? HOUSE_COLOUR}
              onInput={(event) => onChange(event.currentTarget.value)}
            />
            <input
              id={id}
              class="input colour-text"
              dir="ltr"
              maxLength={7}
              autoComplete="off"
              placeholder={HOUSE_COLOUR}
              value={text}
              aria-describedby={describedBy}
              aria-invalid={fault !== '' || undefined}
              onInput={(event) => onChange(event.currentTarget.value.trim())}
            />
            {text !== '' && (
              <Button look="plain" onClick={() => onChange('')}>
                {t('colour.none')}
              </Button>
            )}
            <span class="colour-sample" style={{ background: ground, color: ink }} aria-hidden="true">
              {sample}
            </span>
          </div>
          {colour !== null && (
            <p class="colour-note" role="status">
              <Mark path={ratio >= READABLE ? CHECK : INFO} />
              {t(ratio >= READABLE ? 'colour.good' : 'colour.moved', {
                ratio: number(ratio, language.id.value, { maximumFractionDigits: 1 }),
                colour: ground,
              })}
            </p>
          )}
        </>
      )}
    </Field>
  );
}

function normal(text: string): string | null {
  return /^#?[0-9a-f]{6}$/i.test(text) ? `#${text.replace('#', '').toLowerCase()}` : null;
}
