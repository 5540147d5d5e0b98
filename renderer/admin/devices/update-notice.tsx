import type { JSX } from 'preact';
import { LIST_SETTING_OVERRIDES } from '../../../main/site/contract/endpoints.ts';
import { useAnswer } from '../../shared/use-answer.ts';
import { useAdmin } from '../model/admin.ts';

/** Newer version in the update feed of the server, for administrators of the whole site. */
export function UpdateNotice(): JSX.Element | null {
  const { t, rights } = useAdmin();
  // Branch administrators do not see outgoing mail either.
  const { value } = useAnswer(LIST_SETTING_OVERRIDES, rights.sees('mail') ? {} : null);
  if (value?.update === undefined) return null;
  const { version, notes } = value.update;
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
