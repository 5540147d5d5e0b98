/** Modal dialog. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useStaff } from '../staff.ts';
import { Button, MarkButton } from './button.tsx';
import { Form } from './form.tsx';
import { CROSS } from './marks.ts';

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Called on Escape, the close button, or a click outside. */
  readonly onClose: () => void;
  /** Buttons at the bottom, primary first. */
  readonly actions?: ComponentChildren;
  /** Text of a last button, which closes the dialog. */
  readonly leave?: string;
  readonly wide?: boolean;
  /** Called on Enter in a field, or by its submit button. */
  readonly onSubmit?: () => void;
}

const FIRST = ['.dialog-body :is(button, input, select, textarea):not([tabindex="-1"])', '.dialog-actions button'];

/** Modal dialog, open while mounted. The browser traps the focus, and restores it afterwards. */
export function Dialog({ title, children, onClose, actions, leave, wide = false, onSubmit }: DialogProps): JSX.Element {
  const { t } = useStaff();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element !== null && !element.open) element.showModal();
    // Focus the content before the close button.
    for (const each of FIRST) {
      const first = element?.querySelector<HTMLElement>(each);
      if (first === null || first === undefined) continue;
      first.focus();
      break;
    }
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does what a click beside the dialog does
    <dialog
      ref={dialog}
      class={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <Form class="dialog-inside" onSubmit={() => onSubmit?.()}>
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <MarkButton mark={CROSS} label={t('shared.close')} onClick={onClose} />
        </div>
        <div class="dialog-body">{children}</div>
        {(actions !== undefined || leave !== undefined) && (
          <div class="dialog-actions">
            {actions}
            {leave !== undefined && <Button onClick={onClose}>{leave}</Button>}
          </div>
        )}
      </Form>
    </dialog>
  );
}
