/** Panel that ends a user's sessions. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { REVOKE_USER } from '../../../main/devices/contract/endpoints.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { textOf } from '../model/item.ts';

/** Revokes all keys of a user, for example after a lost phone or when an employee leaves. */
export function UserPanel(): JSX.Element {
  const { t, session, notices } = useAdmin();
  const { saved } = useEditor();
  const [sure, setSure] = useState(false);
  const [failure, setFailure] = useState('');
  const id = textOf(saved, 'id');
  const revoke = async (): Promise<void> => {
    setSure(false);
    const answer = await session.rest.call(REVOKE_USER, { id });
    setFailure(answer.ok ? '' : failureText(t, answer.error));
    if (answer.ok) notices.tell('good', t('revoke.done'));
  };
  return (
    <section class="card panel" aria-labelledby="user-keys">
      <h2 id="user-keys">{t('revoke.heading')}</h2>
      <p class="soft">{t('revoke.about')}</p>
      {sure ? (
        <div role="alert">
          <NoticeBox kind="attention">
            <p>{t(session.user.value?.id === id ? 'revoke.sureSelf' : 'revoke.sure')}</p>
            <div class="adds">
              <Button look="fault" onClick={() => void revoke()}>
                {t('revoke.revoke')}
              </Button>
              <Button onClick={() => setSure(false)}>{t('shared.cancel')}</Button>
            </div>
          </NoticeBox>
        </div>
      ) : (
        <div>
          <Button onClick={() => setSure(true)}>{t('revoke.revoke')}</Button>
        </div>
      )}
      {failure !== '' && <NoticeBox kind="fault">{failure}</NoticeBox>}
    </section>
  );
}
