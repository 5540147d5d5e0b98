import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { Dialog, type DialogProps } from '../../shared/components/dialog.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';

/** The open dialog of the desk, with a last button that leads back. */
export function DeskDialog({ actions, ...dialog }: Omit<DialogProps, 'onClose'>): JSX.Element {
  const { t } = useStaff();
  const { closeDialog } = useCounter();
  return (
    <Dialog
      {...dialog}
      onClose={closeDialog}
      actions={
        <>
          {actions}
          <Button look="plain" onClick={closeDialog}>
            {t('act.back')}
          </Button>
        </>
      }
    />
  );
}
