/** Group of controls that form one field. */
import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface GroupProps {
  readonly label: string;
  readonly hint?: string;
  readonly fault?: string;
  /** Id of an additional description on the page. */
  readonly note?: string;
  readonly children: ComponentChildren;
}

/** Several controls as one field with a shared label, hint and fault. */
export function Group({ label, hint = '', fault = '', note = '', children }: GroupProps): JSX.Element {
  const id = useId();
  const described = [hint === '' ? '' : `${id}-hint`, fault === '' ? '' : `${id}-fault`, note]
    .filter(Boolean)
    .join(' ');
  return (
    <fieldset
      class={fault === '' ? 'field group' : 'field group field-faulty'}
      aria-describedby={described || undefined}
    >
      <legend class="field-label">{label}</legend>
      {hint !== '' && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {fault !== '' && (
        <p class="field-fault" id={`${id}-fault`} role="alert" tabIndex={-1}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}
