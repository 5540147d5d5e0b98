import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useEditor } from '../model/editor.ts';
import { textOf } from '../model/item.ts';
import { freeLetter, lettersTaken } from '../model/service-letter.ts';
import type { WidgetProps } from './field-props.ts';

/** The letter before the numbers of a service: says when another one of its place has it, or has none either, and which is free. */
export function LetterField({ schema, label, hint, fault, value, onChange }: WidgetProps): JSX.Element {
  const { t } = useStaff();
  const { item, file, isNew } = useEditor();
  const location = textOf(item, 'location');
  const tag = typeof value === 'string' ? value : '';
  const taken = lettersTaken(file, location, textOf(item, 'id'));
  const isTaken = location !== '' && taken.has(tag.trim().toUpperCase());
  const free = location === '' ? '' : freeLetter(taken);
  useEffect(() => {
    // A new service gets one as soon as it is known where it is.
    if (isNew && tag === '' && free !== '') onChange(free);
  }, [location]);
  return (
    <div class="pair pair-button">
      <TextField
        label={label}
        hint={hint}
        fault={isTaken ? t(tag.trim() === '' ? 'faults.letterMissing' : 'faults.letterTaken', { letter: tag }) : fault}
        value={tag}
        maxLength={schema.maxLength ?? 8}
        dir="ltr"
        onInput={onChange}
      />
      {free !== '' && (isTaken || tag === '') && (
        <Button onClick={() => onChange(free)}>{t('faults.useLetter', { letter: free })}</Button>
      )}
    </div>
  );
}
