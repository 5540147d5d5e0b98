/** Sign-in form of staff pages. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionUser } from '../../main/access/contract/rest/session.ts';
import { Button } from './components/button.tsx';
import { TextField } from './components/field.tsx';
import { Form } from './components/form.tsx';
import { FormFault, NoticeBox } from './components/notice.tsx';
import { LanguageChoice, ThemeChoice } from './components/preferences.tsx';
import { MAX_PASSWORD, NewPasswordFields, NO_PASSWORD, newPasswordFailure, newPasswordFault } from './new-password.tsx';
import { useStaff } from './staff.ts';

/** From this number of users, a search is shown. */
const MANY_USERS = 12;

/** Sign-in form of a staff page. `title` names the page. */
export function SignIn({ title }: { readonly title: string }): JSX.Element {
  const { session, t } = useStaff();
  const state = session.state.value;
  switch (state.name) {
    case 'choosing':
      return (
        <Gate title={title}>
          <ChooseUser users={state.users} />
        </Gate>
      );
    case 'signed-out':
      return (
        <Gate title={title}>
          {state.why === 'ended' && <NoticeBox kind="info">{t('shared.signIn.ended')}</NoticeBox>}
          <PasswordForm />
        </Gate>
      );
    case 'away':
      return (
        <Gate title={title}>
          <NoticeBox kind="attention">{t('shared.signIn.away')}</NoticeBox>
        </Gate>
      );
    case 'starting':
    case 'signed-in':
      return (
        <Gate title={title}>
          <p role="status">{t('shared.signIn.starting')}</p>
        </Gate>
      );
  }
}

function Gate({ title, children }: { readonly title: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <main class="gate">
      <div class="gate-card">
        <h1>{title}</h1>
        {children}
      </div>
      <div class="gate-choices">
        <LanguageChoice />
        <ThemeChoice />
      </div>
    </main>
  );
}

function PasswordForm(): JSX.Element {
  const { session, t } = useStaff();
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
    </Form>
  );
}

function ChooseUser({ users }: { readonly users: readonly SessionUser[] }): JSX.Element {
  const { session, t } = useStaff();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = users.filter((user) => `${user.name} ${user.username}`.toLowerCase().includes(wanted));
  if (users.length === 0) return <NoticeBox kind="info">{t('shared.signIn.noUsers')}</NoticeBox>;
  return (
    <>
      <h2 class="gate-question">{t('shared.signIn.who')}</h2>
      {users.length > MANY_USERS && (
        <TextField label={t('shared.search')} type="search" value={search} onInput={setSearch} />
      )}
      <ul class="choices">
        {found.map((user) => (
          <li key={user.id}>
            <button type="button" class="choice" onClick={() => session.choose(user)}>
              <strong>{user.name}</strong>
              {user.name !== user.username && <span class="choice-more">{user.username}</span>}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p class="empty">{t('shared.nothingFound')}</p>}
    </>
  );
}
