/** Form of a mailed link: sets the new password. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { COMPLETE_PASSWORD_RESET } from '../../../main/access/contract/endpoints.ts';
import { ERRNO } from '../../../main/lib/result.ts';
import type { RestFailure } from '../api-client.ts';
import { Button } from '../components/button.tsx';
import { Form } from '../components/form.tsx';
import { FormFault } from '../components/notice.tsx';
import { NewPasswordFields, NO_PASSWORD, newPasswordFailure, newPasswordFault } from '../new-password.tsx';
import { useStaff } from '../staff.ts';

interface NewPasswordFormProps {
  readonly token: string;
  /** Called after the change, or when the user leaves. */
  readonly onEnd: () => void;
}

export function NewPasswordForm({ token, onEnd }: NewPasswordFormProps): JSX.Element {
  const { session, notices, t } = useStaff();
  const [password, setPassword] = useState(NO_PASSWORD);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const textOf = (failure: RestFailure): string =>
    failure.kind === 'refused' && failure.errno === ERRNO.notFound
      ? t('password.invalid')
      : newPasswordFailure(t, failure);

  const submit = async (): Promise<void> => {
    if (busy) return;
    const wrong = newPasswordFault(t, password, '');
    setFault(wrong);
    if (wrong !== '') return;
    setBusy(true);
    const answer = await session.rest.call(COMPLETE_PASSWORD_RESET, { token, new_password: password.fresh });
    setBusy(false);
    if (!answer.ok) return setFault(textOf(answer.error));
    notices.tell('good', t('password.done'));
    onEnd();
  };

  return (
    <Form ref={form} class="gate-form" onSubmit={() => void submit()}>
      <h2 class="gate-question">{t('password.title')}</h2>
      <NewPasswordFields value={password} onInput={setPassword} />
      <FormFault text={fault} />
      <Button type="submit" look="main" busy={busy}>
        {t('password.save')}
      </Button>
      <Button look="plain" onClick={onEnd}>
        {t('password.back')}
      </Button>
    </Form>
  );
}
