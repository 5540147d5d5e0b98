/** Modal dialog. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useStaff } from '../staff.ts';
import { Button } from './button.tsx';
import { Mark } from './mark.tsx';
import { CROSS } from './marks.ts';

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Called on Escape, the close button, or a click outside. */
  readonly onClose: () => void;
  /** Buttons at the bottom, primary first. */
  readonly actions?: ComponentChildren;
  readonly wide?: boolean;
  /** Called on Enter in a field, or by its submit button. */
  readonly onSubmit?: () => void;
}

const FIRST = ['.dialog-body :is(button, input, select, textarea):not([tabindex="-1"])', '.dialog-actions button'];

/** Modal dialog, open while mounted. The browser traps the focus, and restores it afterwards. */
export function Dialog({ title, children, onClose, actions, wide = false, onSubmit }: DialogProps): JSX.Element {
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
      <form
        class="dialog-inside"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit?.();
        }}
      >
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <Button look="plain" class="button-mark" label={t('shared.close')} onClick={onClose}>
            <Mark path={CROSS} />
          </Button>
        </div>
        <div class="dialog-body">{children}</div>
        {actions !== undefined && <div class="dialog-actions">{actions}</div>}
      </form>
    </dialog>
  );
}
