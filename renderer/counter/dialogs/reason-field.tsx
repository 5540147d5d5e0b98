import type { JSX } from 'preact';
import { TextField } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';

/** As many letters as the server takes. */
const LONGEST = 200;

/** Why: in words of one's own, or one of a few that are often right. Staff see it behind the note of the ticket. */
export function ReasonField({
  often,
  value,
  fault,
  onInput,
}: {
  readonly often: readonly string[];
  readonly value: string;
  readonly fault: string;
  readonly onInput: (value: string) => void;
}): JSX.Element {
  const { t } = useStaff();
  return (
    <div class="reason">
      <TextField
        label={t('put.reason')}
        hint={t('put.reasonHint')}
        value={value}
        fault={fault}
        maxLength={LONGEST}
        onInput={onInput}
        required
      />
      <div class="buttons">
        {often.map((words) => (
          <button
            key={words}
            type="button"
            class="button option"
            aria-pressed={value === words}
            onClick={() => onInput(words)}
          >
            {words}
          </button>
        ))}
      </div>
    </div>
  );
}
