/** Screen of outgoing mail. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { READ_MAIL_LOG, TRY_MAIL } from '../../../main/mail/contract/endpoints.ts';
import type { MailView, TryMailAnswer } from '../../../main/mail/contract/rest/mail.ts';
import type { RestFailure } from '../../shared/api-client.ts';
import { Button } from '../../shared/components/button.tsx';
import { TextField } from '../../shared/components/field.tsx';
import { Form } from '../../shared/components/form.tsx';
import { NoticeBox } from '../../shared/components/notice.tsx';
import type { TableColumn } from '../../shared/components/table.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { useAnswer } from '../../shared/use-answer.ts';
import { useAdmin } from '../model/admin.ts';
import { useOfficeWords } from '../model/office-words.ts';
import { address } from '../model/router.ts';
import { instant } from '../model/words.ts';
import { Badge, type BadgeKind } from '../parts/badge.tsx';
import { Screen } from '../parts/screen.tsx';
import { TableCard } from '../parts/table-card.tsx';

const STATES: Readonly<Record<MailView['state'], BadgeKind>> = { waiting: 'info', sent: 'good', failed: 'fault' };

/** State of the mail settings, a test mail, and the last messages with their outcome. */
export function MailScreen(): JSX.Element {
  const { t, language } = useAdmin();
  const w = useOfficeWords();
  const { value: mail, failure, again } = useAnswer(READ_MAIL_LOG, {});
  const lang = language.id.value;

  const columns: readonly TableColumn<MailView>[] = [
    { id: 'created', label: w('mail.when'), cell: ({ created_at }) => instant(created_at, lang) },
    { id: 'kind', label: w('mail.kind'), cell: ({ kind }) => w(`mail.kinds.${kind}`) },
    {
      id: 'state',
      label: t('today.state'),
      cell: ({ state, fault, said, attempts, next_try_at: next }) => (
        <>
          <Badge kind={STATES[state]}>{w(`mail.states.${state}`)}</Badge>{' '}
          <span class="soft">
            {[
              fault === '' ? '' : w(`mail.faults.${fault}`),
              t('webhook.attempts', { count: attempts }),
              next === '' ? '' : t('webhook.next', { time: instant(next, lang) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {fault !== '' && said !== '' && (
            <span class="soft" dir="ltr">
              {' '}
              <q>{said}</q>
            </span>
          )}
        </>
      ),
    },
  ];
  return (
    <Screen
      name="mail"
      title={t('nav.mail')}
      actions={
        <a class="button" href={address(['settings'])}>
          {t('nav.settings')}
        </a>
      }
    >
      <p class="lead">{w('mail.about')}</p>
      {failure !== null && <NoticeBox kind="attention">{failureText(t, failure)}</NoticeBox>}
      {mail !== null && !mail.set_up && <NoticeBox kind="attention">{w('mail.notSetUp')}</NoticeBox>}
      {mail?.set_up === true && <TryMail />}
      {mail !== null && (
        <TableCard
          title={w('mail.log')}
          head={
            <Button look="plain" onClick={() => void again()}>
              {t('webhook.again')}
            </Button>
          }
          columns={columns}
          rows={mail.mails}
          rowId={({ id }) => id}
          empty={w('mail.none')}
        >
          <p class="count" role="status">
            {w('mail.waiting', { count: mail.waiting })}
          </p>
        </TableCard>
      )}
    </Screen>
  );
}

/** Sends a test mail with the saved settings and shows the mail server's reply. */
function TryMail(): JSX.Element {
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
    <Form class="card panel" onSubmit={send}>
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
    </Form>
  );
}
