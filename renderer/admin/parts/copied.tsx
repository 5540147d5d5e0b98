/** A value to copy, and the button that copies it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Of } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';

interface CopiedProps {
  readonly label: string;
  readonly value: string;
}

/** A value with a copy button; it can be selected and copied by hand too. */
export function Copied({ label, value }: CopiedProps): JSX.Element {
  return (
    <div class="secret">
      <p class="field-label">{label}</p>
      <code class="secret-value" dir="ltr">
        {value}
      </code>
      <CopyButton label={label} value={value} />
    </div>
  );
}

/** Copies a value that is shown beside it. */
export function CopyButton({ label, value }: CopiedProps): JSX.Element {
  const { t } = useStaff();
  const [copied, setCopied] = useState('');
  const isDone = copied === value;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(value);
    } catch {
      // The clipboard is not available; the user can select and copy the text.
    }
  };
  return (
    <>
      <Button onClick={() => void copy()}>
        {t(isDone ? 'secret.copied' : 'secret.copy')}
        <Of name={label} />
      </Button>
      {/* Outside the button, because it would become part of the button's name. */}
      <span class="spoken" role="status">
        {isDone ? t('secret.copied') : ''}
      </span>
    </>
  );
}
