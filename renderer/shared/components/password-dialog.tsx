/** Dialog for a new password. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ERRNO } from '../../../main/lib/result.ts';
import {
  MAX_PASSWORD,
  NewPasswordFields,
  NO_PASSWORD,
  newPasswordFailure,
  newPasswordFault,
} from '../new-password.tsx';
import { useStaff } from '../staff.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { FormFault } from './notice.tsx';

/** Changes the signed-in user's password. */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { session, notices, t } = useStaff();
  const [current, setCurrent] = useState('');
  const [fresh, setFresh] = useState(NO_PASSWORD);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');

  const submit = async (): Promise<void> => {
    if (busy) return;
    const wrong = newPasswordFault(t, fresh, current);
    setFault(wrong);
    if (wrong !== '') return;
    setBusy(true);
    const outcome = await session.changePassword(current, fresh.fresh);
    setBusy(false);
    if (outcome === 'done') {
      notices.tell('good', t('shared.password.done'));
      onClose();
      return;
    }
    const isWrong = outcome.kind === 'refused' && outcome.errno === ERRNO.loginRefused;
    setFault(isWrong ? t('shared.password.wrong') : newPasswordFailure(t, outcome));
  };

  return (
    <Dialog
      title={t('shared.password.open')}
      onClose={onClose}
      onSubmit={() => void submit()}
      leave={t('shared.cancel')}
      actions={
        <Button type="submit" look="main" busy={busy}>
          {t('shared.password.save')}
        </Button>
      }
    >
      {/* Tells password managers the user. */}
      <input hidden tabIndex={-1} autoComplete="username" value={session.user.value?.username ?? ''} readOnly />
      <TextField
        label={t('shared.password.current')}
        value={current}
        onInput={setCurrent}
        type="password"
        autocomplete="current-password"
        maxLength={MAX_PASSWORD}
      />
      <NewPasswordFields value={fresh} onInput={setFresh} />
      <p class="soft">{t('shared.password.hint')}</p>
      <FormFault text={fault} />
    </Dialog>
  );
}
