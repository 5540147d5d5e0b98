import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { DESK, LEAVE, LOCK } from '../../shared/components/marks.ts';
import { PasswordDialog } from '../../shared/components/password-dialog.tsx';
import { LanguageChoice, ThemeChoice } from '../../shared/components/preferences.tsx';
import { useStaff } from '../../shared/staff.ts';
import { UndoTimeChoice } from '../undo/undo-time-choice.tsx';

export interface SettingsProps {
  readonly onClose: () => void;
  readonly onDesk?: () => void;
}

export function SettingsDialog({ onClose, onDesk }: SettingsProps): JSX.Element {
  const { session, t } = useStaff();
  const state = session.state.value;
  const isOpen = state.name === 'signed-in' && !state.bound;
  const hasPassword = state.name === 'signed-in' && state.bound;
  const name = session.user.value?.name ?? '';
  const [password, setPassword] = useState(false);
  if (password) return <PasswordDialog onClose={onClose} />;
  return (
    <Dialog title={t('settings.title')} onClose={onClose}>
      <p>{t(isOpen ? 'settings.userOpen' : 'settings.user', { name })}</p>
      <LanguageChoice />
      <ThemeChoice />
      <UndoTimeChoice />
      <div class="settings-ways">
        {onDesk !== undefined && (
          <Button onClick={onDesk}>
            <Mark path={DESK} />
            {t('desk.change')}
          </Button>
        )}
        {hasPassword && (
          <Button onClick={() => setPassword(true)}>
            <Mark path={LOCK} />
            {t('shared.password.open')}
          </Button>
        )}
        <Button onClick={session.signOut}>
          <Mark path={LEAVE} turns />
          {t(isOpen ? 'settings.leaveOpen' : 'settings.leave')}
        </Button>
      </div>
    </Dialog>
  );
}
