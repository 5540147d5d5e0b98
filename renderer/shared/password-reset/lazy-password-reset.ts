/** Password reset, loaded with its texts at its first use. */
import { lazy } from '../components/lazy.tsx';
import type { PasswordResetProps } from './password-reset.tsx';

export const PasswordReset = lazy<PasswordResetProps>(async (language) => {
  const part = await import('./password-reset.tsx');
  await language.more(part.resetTexts);
  return part.PasswordReset;
});
