/** Dialog for unanswered questions before a call ends. */
import type { JSX } from 'preact';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useCounter } from '../model.ts';

/** The call is about to end, and something is not written down. */
export function OpenQuestionsDialog({
  names,
  unsaved,
  go,
}: {
  readonly names: readonly string[];
  readonly unsaved: boolean;
  readonly go: () => void;
}): JSX.Element {
  const { t } = useStaff();
  const counter = useCounter();
  return (
    <Dialog
      title={t('open.title')}
      onClose={counter.closeDialog}
      actions={
        <>
          <Button look="main" onClick={counter.closeDialog}>
            {t('open.answer')}
          </Button>
          <Button
            onClick={() => {
              counter.closeDialog();
              go();
            }}
          >
            {t('open.anyway')}
          </Button>
        </>
      }
    >
      <p>{t(unsaved ? 'open.unsaved' : 'open.text')}</p>
      <ul class="open-names">
        {names.map((name) => (
          <li key={name}>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
