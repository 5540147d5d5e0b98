/** Sign-in form of staff pages: password, choice of the user, or password reset. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SessionUser } from '../../main/access/contract/rest/session.ts';
import { TextField } from './components/field.tsx';
import { NoticeBox } from './components/notice.tsx';
import { LanguageChoice, ThemeChoice } from './components/preferences.tsx';
import { Gate } from './gate.tsx';
import { SignedOut } from './password-form.tsx';
import { PasswordReset } from './password-reset/lazy-password-reset.ts';
import type { PasswordResetProps } from './password-reset/password-reset.tsx';
import { searchFor } from './search.ts';
import { useStaff } from './staff.ts';

/** From this number of users, a search is shown. */
const MANY_USERS = 12;

export interface SignInPageProps {
  readonly title: string;
  /** Given for a mailed link that sets a new password. */
  readonly reset?: PasswordResetProps;
}

export function SignInPage({ title, reset }: SignInPageProps): JSX.Element {
  return (
    <Gate
      title={title}
      below={
        <div class="gate-choices">
          <LanguageChoice />
          <ThemeChoice />
        </div>
      }
    >
      {reset === undefined ? <Entry /> : <PasswordReset {...reset} />}
    </Gate>
  );
}

function Entry(): JSX.Element | null {
  const { session, t } = useStaff();
  const state = session.state.value;
  if (state.name === 'choosing') return <ChooseUser users={state.users} />;
  if (state.name !== 'signed-out') return null;
  return (
    <>
      {state.why === 'ended' && <NoticeBox kind="info">{t('shared.signIn.ended')}</NoticeBox>}
      <SignedOut />
    </>
  );
}

function ChooseUser({ users }: { readonly users: readonly SessionUser[] }): JSX.Element {
  const { session, t } = useStaff();
  const [search, setSearch] = useState('');
  const isFound = searchFor(search);
  const found = users.filter(({ name, username }) => isFound(() => `${name} ${username}`));
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
