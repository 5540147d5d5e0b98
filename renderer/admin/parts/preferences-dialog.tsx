/** Dialog for preferences and sign-out. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../shared/components/button.tsx';
import { Dialog } from '../../shared/components/dialog.tsx';
import { SelectField } from '../../shared/components/field.tsx';
import { Mark } from '../../shared/components/mark.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { PasswordDialog } from '../../shared/components/password-dialog.tsx';
import { LanguageChoice, ThemeChoice } from '../../shared/components/preferences.tsx';
import { LOCK } from '../../shared/components/staff-marks.ts';
import { applyDensity, DENSITIES, type Density, storeDensity, storedDensity } from '../../shared/density.ts';
import { useAdmin } from '../model/admin.ts';

/** Spacing of lists and controls. */
function DensityChoice(): JSX.Element {
  const { t } = useAdmin();
  const [density, setDensity] = useState(storedDensity);
  return (
    <SelectField
      label={t('density.label')}
      value={density}
      options={DENSITIES.map((id) => ({ value: id, label: t(`density.${id}`) }))}
      onChange={(value) => {
        storeDensity(value as Density);
        applyDensity(document.documentElement);
        setDensity(value as Density);
      }}
    />
  );
}

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
      <DensityChoice />
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
