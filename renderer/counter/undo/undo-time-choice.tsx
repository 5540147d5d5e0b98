import type { JSX } from 'preact';
import { SelectField } from '../../shared/components/field.tsx';
import { languageTag } from '../../shared/i18n.ts';
import { useStaff } from '../../shared/staff.ts';
import { secondsInWords, UNDO_SECONDS, undoSeconds } from './undo-time.ts';

/** How long a step is offered to be taken back, at this computer. */
export function UndoTimeChoice(): JSX.Element {
  const { language, t } = useStaff();
  const words = (seconds: string): string => secondsInWords(seconds, languageTag(language.id.value));
  return (
    <SelectField
      label={t('undo.time')}
      hint={t('undo.timeHint')}
      value={undoSeconds.value}
      options={UNDO_SECONDS.map((value) => ({ value, label: words(value) }))}
      onChange={(chosen) => {
        undoSeconds.value = UNDO_SECONDS.find((seconds) => seconds === chosen) ?? UNDO_SECONDS[0];
      }}
    />
  );
}
