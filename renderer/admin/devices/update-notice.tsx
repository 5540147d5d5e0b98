import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LIST_SETTING_OVERRIDES } from '../../../main/site/contract/endpoints.ts';
import { useAdmin } from '../model/admin.ts';

interface Update {
  readonly version: string;
  readonly notes: string;
}

/** Newer version in the update feed of the server, for administrators of the whole site. */
export function UpdateNotice(): JSX.Element | null {
  const { t, session, rights } = useAdmin();
  const [update, setUpdate] = useState<Update | null>(null);
  // Branch administrators do not see outgoing mail either.
  const isForSite = rights.sees('mail');
  useEffect(() => {
    if (!isForSite) return;
    void session.rest.call(LIST_SETTING_OVERRIDES, {}).then((answer) => {
      if (answer.ok) setUpdate(answer.value.update ?? null);
    });
  }, [session, isForSite]);
  if (update === null) return null;
  const { version, notes } = update;
  return (
    <p>
      {t('board.update', { version })}{' '}
      {notes !== '' && (
        <a href={notes} target="_blank" rel="noreferrer">
          {t('board.updateNotes')}
        </a>
      )}
    </p>
  );
}
