import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Of } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';

/** A value with a copy button; it can be selected and copied by hand too. */
export function Copied({ label, value }: { readonly label: string; readonly value: string }): JSX.Element {
  const { t } = useStaff();
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setDone(true);
    } catch {
      // The clipboard is not available; the user can select and copy the text.
    }
  };
  return (
    <div class="secret">
      <p class="field-label">{label}</p>
      <code class="secret-value" dir="ltr">
        {value}
      </code>
      <Button onClick={() => void copy()}>
        {t(done ? 'secret.copied' : 'secret.copy')}
        <Of name={label} />
      </Button>
      {/* Outside the button, because it would become part of the button's name. */}
      <span class="spoken" role="status">
        {done ? t('secret.copied') : ''}
      </span>
    </div>
  );
}
