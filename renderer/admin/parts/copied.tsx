import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Of } from '../../shared/components/field.tsx';
import { useStaff } from '../../shared/staff.ts';

/** A value that is copied by a button, or marked and copied by hand. */
export function Copied({ label, value }: { readonly label: string; readonly value: string }): JSX.Element {
  const { t } = useStaff();
  const [done, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setDone(true);
    } catch {
      // Not allowed here; it can be marked and copied by hand.
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
      {/* Not within the button: its name would be without these words. */}
      <span class="spoken" role="status">
        {done ? t('secret.copied') : ''}
      </span>
    </div>
  );
}
