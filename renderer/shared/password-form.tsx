/** Sign-in by password, or the request of a new one. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { READ_PASSWORD_RESET } from '../../main/access/contract/endpoints.ts';
import { Button } from './components/button.tsx';
import { TextField } from './components/field.tsx';
import { Form } from './components/form.tsx';
import { FormFault, NoticeBox } from './components/notice.tsx';
import { MAX_PASSWORD, NewPasswordFields, NO_PASSWORD, newPasswordFailure, newPasswordFault } from './new-password.tsx';
import { PasswordReset } from './password-reset/lazy-password-reset.ts';
import { useStaff } from './staff.ts';

export function SignedOut(): JSX.Element {
  const [isForgotten, setIsForgotten] = useState(false);
  if (isForgotten) return <PasswordReset token="" onEnd={() => setIsForgotten(false)} />;
  return <PasswordForm onForgot={() => setIsForgotten(true)} />;
}

/** Whether a new password can be mailed. */
function useCanReset(): boolean {
  const { session } = useStaff();
  const [canReset, setCanReset] = useState(false);
  useEffect(() => {
    void session.rest.call(READ_PASSWORD_RESET, {}).then((answer) => setCanReset(answer.ok && answer.value.available));
  }, [session]);
  return canReset;
}

function PasswordForm({ onForgot }: { readonly onForgot: () => void }): JSX.Element {
  const { session, t } = useStaff();
  const canReset = useCanReset();
  const [userId, setUserId] = useState('');
  const [password, setPassword] = useState('');
  const [fresh, setFresh] = useState(NO_PASSWORD);
  const [mustChange, setMustChange] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const first = useRef<HTMLFormElement>(null);

  useEffect(() => {
    first.current?.querySelector<HTMLInputElement>(mustChange ? '[autocomplete="new-password"]' : 'input')?.focus();
  }, [mustChange]);

  const problem = (): string => {
    if (userId.trim() === '') return t('shared.signIn.needsName');
    return mustChange ? newPasswordFault(t, fresh, password) : '';
  };

  const submit = async (): Promise<void> => {
    if (busy) return;
    const wrong = problem();
    setFault(wrong);
    if (wrong !== '') return;
    setBusy(true);
    const outcome = await session.signIn(userId.trim(), password, mustChange ? fresh.fresh : '');
    setBusy(false);
    if (outcome === 'must-change') setMustChange(true);
    else if (outcome !== 'done') setFault(newPasswordFailure(t, outcome));
  };

  return (
    <Form ref={first} class="gate-form" onSubmit={submit}>
      {mustChange && <NoticeBox kind="info">{t('shared.signIn.mustChange')}</NoticeBox>}
      <TextField
        label={t('shared.signIn.name')}
        value={userId}
        onInput={setUserId}
        autocomplete="username"
        maxLength={200}
        off={mustChange}
        required
      />
      {!mustChange && (
        <TextField
          label={t('shared.signIn.password')}
          value={password}
          onInput={setPassword}
          type="password"
          autocomplete="current-password"
          maxLength={MAX_PASSWORD}
        />
      )}
      {mustChange && <NewPasswordFields value={fresh} onInput={setFresh} />}
      <FormFault text={fault} />
      <Button type="submit" look="main" busy={busy}>
        {t(mustChange ? 'shared.signIn.setPassword' : 'shared.signIn.enter')}
      </Button>
      {canReset && !mustChange && (
        <Button look="plain" onClick={onForgot}>
          {t('shared.signIn.forgot')}
        </Button>
      )}
    </Form>
  );
}
