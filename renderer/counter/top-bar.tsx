/** Top bar of the counter: desk, location, user. */
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { Mark } from '../shared/components/mark.tsx';
import { PERSON } from '../shared/components/marks.ts';
import { Skip } from '../shared/components/skip.tsx';
import { useStaff } from '../shared/staff.ts';
import { SettingsDialog } from './fetched.tsx';

interface TopBarProps {
  readonly desk?: string;
  readonly place?: string;
  /** Opens the desk selection. */
  readonly onDesk?: () => void;
  readonly children?: ComponentChildren;
}

/** Location, desk and user, and global functions. */
export function TopBar({ desk = '', place = '', onDesk, children }: TopBarProps): JSX.Element {
  const { session, t } = useStaff();
  const [settings, setSettings] = useState(false);
  return (
    <>
      <Skip />
      <header class="bar">
        <div class="bar-place">
          {desk !== '' && <strong class="bar-desk">{desk}</strong>}
          {place !== '' && <span class="bar-location">{place}</span>}
        </div>
        {children}
        <Button
          look="plain"
          class="bar-user"
          label={`${t('settings.open')}, ${session.user.value?.name ?? ''}`}
          onClick={() => setSettings(true)}
        >
          <Mark path={PERSON} />
          <span class="bar-name">{session.user.value?.name}</span>
        </Button>
      </header>
      {settings && (
        <SettingsDialog
          onClose={() => setSettings(false)}
          {...(onDesk === undefined
            ? {}
            : {
                onDesk: () => {
                  setSettings(false);
                  onDesk();
                },
              })}
        />
      )}
    </>
  );
}
