/** Screens of a staff page before sign-in. */
import type { JSX } from 'preact';
import { lazy } from './components/lazy.tsx';
import { NoticeBox } from './components/notice.tsx';
import { Gate } from './gate.tsx';
import type { SignInPageProps } from './sign-in-page.tsx';
import { useStaff } from './staff.ts';

/** Not part of the page, because most starts find a session. */
export const SignInPage = lazy<SignInPageProps>(
  async () => (await import('./sign-in-page.tsx')).SignInPage,
  ({ title, children }) => <Gate title={title}>{children}</Gate>,
);

/** `title` names the page. */
export function SignIn({ title }: { readonly title: string }): JSX.Element {
  const { session, t } = useStaff();
  switch (session.state.value.name) {
    case 'choosing':
    case 'signed-out':
      return <SignInPage title={title} />;
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
