/** Panels of a user: mail for a new password, end of the sessions. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { MAIL_PASSWORD_RESET, READ_PASSWORD_RESET } from '../../../main/access/contract/endpoints.ts';
import { REVOKE_USER } from '../../../main/devices/contract/endpoints.ts';
import { ERRNO } from '../../../main/lib/result.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAnswer } from '../../shared/use-answer.ts';
import { useAdmin } from '../model/admin.ts';
import { useEditor } from '../model/editor.ts';
import { textOf } from '../model/item.ts';

export function UserPanel(): JSX.Element {
  return (
    <>
      <ResetPanel />
      <SessionsPanel />
    </>
  );
}

/** Mails a link, so that no password is read out. */
function ResetPanel(): JSX.Element {
  const { t, session, notices } = useAdmin();
  const { saved } = useEditor();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const { value } = useAnswer(READ_PASSWORD_RESET, {});
  const hasAddress = textOf(saved, 'email').includes('@');
  const textOfFailure = (error: RestFailure): string =>
    error.kind === 'refused' && error.errno === ERRNO.tooMany ? t('resetMail.limit') : failureText(t, error);
  const send = async (): Promise<void> => {
    setBusy(true);
    const answer = await session.rest.call(MAIL_PASSWORD_RESET, { id: textOf(saved, 'id') });
    setBusy(false);
    setFailure(answer.ok ? '' : textOfFailure(answer.error));
    if (answer.ok) notices.tell('good', t('resetMail.done'));
  };
  return (
    <section class="card panel" aria-labelledby="user-reset">
      <h2 id="user-reset">{t('resetMail.heading')}</h2>
      <p class="soft">{t('resetMail.about')}</p>
      {value?.available === false && <p class="soft">{t('resetMail.notSetUp')}</p>}
      {value?.available === true && !hasAddress && <p class="soft">{t('resetMail.noAddress')}</p>}
      {value?.available === true && hasAddress && (
        <div>
          <Button busy={busy} onClick={() => void send()}>
            {t('resetMail.send')}
          </Button>
        </div>
      )}
      {failure !== '' && <NoticeBox kind="fault">{failure}</NoticeBox>}
    </section>
  );
}

/** Revokes all keys of a user, for example after a lost phone or when an employee leaves. */
function SessionsPanel(): JSX.Element {
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
