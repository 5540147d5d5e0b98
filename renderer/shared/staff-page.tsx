/** Start of a staff page: texts, theme, session, sign-in. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { render } from 'preact';
import { NoticeStack } from './components/notice.tsx';
import { createTexts, type TextFile, type TextLoader } from './i18n.ts';
import { createLanguage } from './language.ts';
import { createNotices } from './notices.ts';
import { takeResetToken } from './password-reset/reset-link.ts';
import { createSession } from './session.ts';
import { SignIn, SignInPage } from './sign-in.tsx';
import { StaffContext, useStaff } from './staff.ts';
import { createTheme } from './theme.ts';

export interface StaffPage {
  /** English texts of the page, merged with `staff.json`. */
  readonly english: TextFile;
  readonly loaders: ReadonlyMap<string, TextLoader>;
  /** Key of the page's name in its texts. */
  readonly titleKey: string;
  /** Rendered after sign-in; mounted again for another user. */
  readonly Page: ComponentType;
  /** Parameters of the session's request, of a page that needs no user unless keys are required. */
  readonly asked?: { readonly users?: boolean };
}

/** Starts a staff page: texts, theme, session, sign-in. */
export function startStaffPage({ english, loaders, titleKey, Page, asked }: StaffPage): void {
  const place = document.getElementById('page');
  if (place === null) throw new Error('The page has no place to draw in.');
  // Loads asynchronously; without it, browsers handle the focus.
  import('./keep-focus.ts').then(
    ({ keepFocus }) => keepFocus(),
    () => undefined,
  );
  // Names of languages in Korean and Japanese; the page works without.
  void import('./styles/fonts-east-asian.css').catch(() => undefined);
  const root = document.documentElement;
  const language = createLanguage(createTexts(english, loaders), root);
  const theme = createTheme(root);
  const notices = createNotices();
  const resetToken = signal(takeResetToken());
  // Before the router of the back office, which would read the fragment as a screen.
  window.addEventListener('hashchange', () => {
    const token = takeResetToken();
    if (token !== '') resetToken.value = token;
  });
  const session = createSession(() => language.id.value, asked);

  function Gated() {
    const { t } = useStaff();
    const user = session.user.value;
    const isFree = asked && session.state.value.name === 'choosing';
    const token = resetToken.value;
    if (token !== '') {
      const onEnd = (): void => {
        resetToken.value = '';
      };
      return <SignInPage key={token} title={t(titleKey)} reset={{ token, onEnd }} />;
    }
    if (user === null && !isFree) document.title = `${t(titleKey)} · Take a Number`;
    if (isFree) return <Page />;
    return user === null ? <SignIn title={t(titleKey)} /> : <Page key={user.id} />;
  }

  render(
    <StaffContext.Provider value={{ language, theme, session, notices }}>
      <Gated />
      <NoticeStack />
    </StaffContext.Provider>,
    place,
  );
}
