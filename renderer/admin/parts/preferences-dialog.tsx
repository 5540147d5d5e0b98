import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { LanguageChoice, ThemeChoice } from '../../shared/components/preferences.tsx';
import { useAdmin } from '../model/admin.ts';

/** How the page looks to whoever sits here, and the way out. */
export function PreferencesDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { t, session, drafts } = useAdmin();
  const [sure, setSure] = useState(false);
  const open = drafts.count.value;
  const user = session.user.value;
  const leave = (): void => {
    if (open > 0 && !sure) {
      setSure(true);
      return;
    }
    drafts.clear();
    session.signOut();
  };
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
    </Dialog>
  );
}
