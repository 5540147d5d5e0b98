import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TRY_MAIL } from '../../../main/mail/contract/endpoints.ts';
import type { TryMailAnswer } from '../../../main/mail/contract/rest/mail.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';

/** Sends a test mail with the settings as they are saved, and shows what the mail server said. */
export function TryMail(): JSX.Element {
  const { t, session } = useAdmin();
  const w = useOfficeWords();
  const [to, setTo] = useState('');
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<TryMailAnswer | null>(null);
  const [failure, setFailure] = useState<RestFailure | null>(null);

  const send = async (): Promise<void> => {
    setBusy(true);
    const tried = await session.rest.call(TRY_MAIL, { address: to.trim() });
    setBusy(false);
    setAnswer(tried.ok ? tried.value : null);
    setFailure(tried.ok ? null : tried.error);
  };
  return (
    <form
      class="card panel"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2>{w('mail.try')}</h2>
      <p class="soft">{w('mail.tryAbout')}</p>
      <div class="pair pair-button">
        <TextField label={w('mail.address')} type="email" dir="ltr" value={to} onInput={setTo} />
        <Button type="submit" busy={busy}>
          {w('mail.send')}
        </Button>
      </div>
      <div role="status">
        {answer !== null && (
          <NoticeBox kind={answer.sent ? 'good' : 'fault'}>
            <p>{w(answer.sent ? 'mail.sent' : `mail.faults.${answer.fault}`)}</p>
            {answer.said !== '' && (
              <p>
                {w('mail.said')} <q dir="ltr">{answer.said}</q>
              </p>
            )}
          </NoticeBox>
        )}
        {failure !== null && <NoticeBox kind="fault">{failureText(t, failure)}</NoticeBox>}
      </div>
    </form>
  );
}
