/** Settings dialog of the counter. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { SelectField } from '../../shared/components/field.tsx';
import { DESK } from '../../shared/components/kiosk-staff-marks.ts';
import { Mark } from '../../shared/components/mark.tsx';
import { PasswordDialog } from '../../shared/components/password-dialog.tsx';
import { HelpLink, LanguageChoice, ThemeChoice } from '../../shared/components/preferences.tsx';
import { LEAVE, LOCK } from '../../shared/components/staff-marks.ts';
import { languageTag } from '../../shared/i18n.ts';
import { useStaff } from '../../shared/staff.ts';
import { secondsInWords, UNDO_SECONDS, undoSeconds } from '../undo/undo-time.ts';

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
      <div class="adds">
        <HelpLink />
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

/** Duration of the undo offer on this computer. */
function UndoTimeChoice(): JSX.Element {
  const { language, t } = useStaff();
  const words = (seconds: string): string => secondsInWords(seconds, languageTag(language.id.value));
  return (
    <SelectField
      label={t('undo.time')}
      hint={t('undo.timeHint')}
      value={undoSeconds.value}
      options={UNDO_SECONDS.map((value) => ({ value, label: words(value) }))}
      onChange={(chosen) => {
        undoSeconds.value = UNDO_SECONDS.find((seconds) => seconds === chosen) ?? UNDO_SECONDS[0];
      }}
    />
  );
}
