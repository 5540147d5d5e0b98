import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { useOfficeWords } from '../model/office-words.ts';

/** Asks before personal data is erased for good. */
export function EraseDialog({
  count,
  onErase,
  onClose,
}: {
  readonly count: number;
  readonly onErase: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const w = useOfficeWords();
  return (
    <Dialog
      title={w('personal.eraseTitle')}
      onClose={onClose}
      actions={
        <>
          <Button look="fault" onClick={onErase}>
            {w('personal.erase')}
          </Button>
          <Button onClick={onClose}>{w('personal.keep')}</Button>
        </>
      }
    >
      <p>{w('personal.eraseAbout', { count })}</p>
    </Dialog>
  );
}
