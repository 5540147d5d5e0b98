/** Dialog for preferences and sign-out. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { LOCK } from '../../shared/components/marks.ts';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { PasswordDialog } from '../../shared/components/password-dialog.tsx';
import { LanguageChoice, ThemeChoice } from '../../shared/components/preferences.tsx';
import { useAdmin } from '../model/admin.ts';

/** Display preferences of the user, and sign-out. */
export function PreferencesDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { t, session, drafts } = useAdmin();
  const [sure, setSure] = useState(false);
  const [password, setPassword] = useState(false);
  const open = drafts.count.value;
  const state = session.state.value;
  const user = session.user.value;
  const leave = (): void => {
    if (open > 0 && !sure) {
      setSure(true);
      return;
    }
    drafts.clear();
    session.signOut();
  };
  if (password) return <PasswordDialog onClose={onClose} />;
  return (
    <Dialog
      title={user === null ? t('nobody') : user.name || user.username}
      onClose={onClose}
      actions={
        user === null ? undefined : (
          <Button look={sure ? 'fault' : 'normal'} onClick={leave}>
            {sure ? t('drafts.leaveAnyway') : t('shared.signIn.leave')}
          </Button>
        )
      }
    >
      {sure && <NoticeBox kind="attention">{t('drafts.leave', { count: open })}</NoticeBox>}
      <LanguageChoice />
      <ThemeChoice />
      {state.name === 'signed-in' && state.bound && (
        <div>
          <Button onClick={() => setPassword(true)}>
            <Mark path={LOCK} />
            {t('shared.password.open')}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
