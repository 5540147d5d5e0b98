/** Forms of the password reset, with their texts; loaded at their first use. */
import type { JSX } from 'preact';
import { ForgotForm } from './forgot-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

export { resetTexts } from './reset-texts.ts';

export interface PasswordResetProps {
  /** Token of a mailed link; empty: the form requests one. */
  readonly token: string;
  /** Called when the sign-in form comes next. */
  readonly onEnd: () => void;
}

export function PasswordReset({ token, onEnd }: PasswordResetProps): JSX.Element {
  return token === '' ? <ForgotForm onBack={onEnd} /> : <NewPasswordForm token={token} onEnd={onEnd} />;
}
