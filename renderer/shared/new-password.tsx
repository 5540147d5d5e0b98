/** Fields for a new password. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import type { RestFailure } from './api-client.ts';
import { TextField } from './components/field.tsx';
import { failureText } from './failure-text.ts';
import { useStaff } from './staff.ts';

/** Minimum length, as on the server. */
const MIN_PASSWORD = 8;
/** Maximum length, as on the server. */
export const MAX_PASSWORD = 200;

/** A new password, typed twice because it is hidden. */
export interface NewPassword {
  readonly fresh: string;
  readonly again: string;
}

export const NO_PASSWORD: NewPassword = { fresh: '', again: '' };

/** Fault of the new password, given the old one; empty: none. */
export function newPasswordFault(t: TFunction, { fresh, again }: NewPassword, before: string): string {
  if ([...fresh].length < MIN_PASSWORD) return t('shared.signIn.tooShort', { count: MIN_PASSWORD });
  if (fresh.trim() === '') return t('shared.signIn.blank');
  if (fresh !== again) return t('shared.signIn.notAlike');
  return fresh === before ? t('shared.password.same') : '';
}

/** Text of a server failure. Only one of the server's rules is not checked before sending. */
export function newPasswordFailure(t: TFunction, failure: RestFailure): string {
  const isMeant = failure.kind === 'refused' && failure.parameter === 'new_password';
  return isMeant ? t('shared.signIn.guessable') : failureText(t, failure);
}

interface NewPasswordFieldsProps {
  readonly value: NewPassword;
  readonly onInput: (value: NewPassword) => void;
}

export function NewPasswordFields({ value, onInput }: NewPasswordFieldsProps): JSX.Element {
  const { t } = useStaff();
  const common = { type: 'password', autocomplete: 'new-password', maxLength: MAX_PASSWORD, required: true } as const;
  return (
    <>
      <TextField
        {...common}
        label={t('shared.signIn.newPassword')}
        hint={t('shared.signIn.tooShort', { count: MIN_PASSWORD })}
        value={value.fresh}
        onInput={(fresh) => onInput({ ...value, fresh })}
      />
      <TextField
        {...common}
        label={t('shared.signIn.newPasswordAgain')}
        value={value.again}
        onInput={(again) => onInput({ ...value, again })}
      />
    </>
  );
}
