/** Form that requests a mailed link for a new password. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { REQUEST_PASSWORD_RESET } from '../../../main/access/contract/endpoints.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { FormFault, NoticeBox } from '../components/notice.tsx';
import { failureText } from '../failure-text.ts';
import { useStaff } from '../staff.ts';

/** Length of the longest mail address. */
const MAX_NAME = 254;

/** The answer is the same whether or not there is such a user. */
export function ForgotForm({ onBack }: { readonly onBack: () => void }): JSX.Element {
  const { session, t } = useStaff();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [isSent, setIsSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const submit = async (): Promise<void> => {
    if (busy) return;
    if (name.trim() === '') return setFault(t('password.needsName'));
    setBusy(true);
    const answer = await session.rest.call(REQUEST_PASSWORD_RESET, { name: name.trim() });
    setBusy(false);
    setFault(answer.ok ? '' : failureText(t, answer.error));
    setIsSent(answer.ok);
  };

  return (
    <Form ref={form} class="gate-form" onSubmit={() => void submit()}>
      {isSent ? (
        <div role="status">
          <NoticeBox kind="good">{t('password.sent')}</NoticeBox>
        </div>
      ) : (
        <>
          <p>{t('password.ask')}</p>
          <TextField
            label={t('password.name')}
            value={name}
            onInput={setName}
            autocomplete="username"
            maxLength={MAX_NAME}
            required
          />
          <FormFault text={fault} />
          <Button type="submit" look="main" busy={busy}>
            {t('password.send')}
          </Button>
        </>
      )}
      <Button look="plain" onClick={onBack}>
        {t('password.back')}
      </Button>
    </Form>
  );
}
