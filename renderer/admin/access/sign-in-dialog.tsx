/** Dialog before settings that make the server require sign-in. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { replaceItem } from '../../../main/site/contract/endpoints.ts';
import type { SiteFile, User } from '../../../main/site/contract/site.ts';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { SelectField } from '../../shared/components/field.tsx';
import { FormFault, NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { NewPasswordFields, NO_PASSWORD, newPasswordFault } from '../../shared/new-password.tsx';
import type { SignInOutcome } from '../../shared/session.ts';
import { useAdmin } from '../model/admin.ts';
import { rolesOf } from '../model/rights.ts';

interface SignInDialogProps {
  readonly file: SiteFile;
  /** Saves as this user, who stays signed in. */
  readonly onSave: (userId: string, password: string) => Promise<SignInOutcome>;
  readonly onClose: () => void;
}

/** An administrator chooses a password before the server asks for it, which few have on a server without sign-in. */
export function SignInDialog({ file, onSave, onClose }: SignInDialogProps): JSX.Element {
  const { t, session } = useAdmin();
  const administrators = file.users.filter((user) => user.state === 1 && rolesOf(user, file).includes('admin_site'));
  const own = administrators.find(({ id }) => id === session.user.value?.id) ?? administrators[0];
  const [chosen, setChosen] = useState(own?.id ?? '');
  const [password, setPassword] = useState(NO_PASSWORD);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const user = administrators.find(({ id }) => id === chosen);

  const save = async (document: User): Promise<void> => {
    if (busy) return;
    const wrong = newPasswordFault(t, password, '');
    setFault(wrong);
    if (wrong !== '') return;
    setBusy(true);
    const { fresh } = password;
    const set = await session.rest.call(
      replaceItem('users'),
      { id: document.id },
      { document: { ...document, password: fresh } },
    );
    if (!set.ok) {
      const isRule = set.error.kind === 'refused' && set.error.faults.length > 0;
      setFault(isRule ? t('shared.signIn.guessable') : failureText(t, set.error));
      return setBusy(false);
    }
    const outcome = await onSave(document.id, fresh);
    setBusy(false);
    if (outcome !== 'done' && outcome !== 'must-change') setFault(failureText(t, outcome));
  };

  return (
    <Dialog
      title={t('signInDialog.title')}
      onClose={onClose}
      onSubmit={() => user !== undefined && void save(user)}
      actions={
        <>
          {user !== undefined && (
            <Button type="submit" look="main" busy={busy}>
              {t('shared.signIn.setPassword')}
            </Button>
          )}
          <Button onClick={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <p>{t('signInDialog.text')}</p>
      <p>{t('signInDialog.others')}</p>
      {user === undefined ? (
        <NoticeBox kind="attention">{t('signInDialog.noAdministrator')}</NoticeBox>
      ) : (
        <>
          <SelectField
            label={t('shared.signIn.name')}
            value={chosen}
            options={administrators.map(({ id, username, name }) => ({
              value: id,
              label: name === '' || name === username ? username : `${username} (${name})`,
            }))}
            onChange={setChosen}
          />
          {/* Tells password managers the user. */}
          <input hidden tabIndex={-1} autoComplete="username" value={user.username} readOnly />
          <NewPasswordFields value={password} onInput={setPassword} />
          <FormFault text={fault} />
        </>
      )}
    </Dialog>
  );
}
