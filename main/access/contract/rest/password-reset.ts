/** REST schemas of the password reset by mail. */
import Type from 'typebox';
import { described } from '../../../rest/contract/parameters.ts';
import { success } from '../../../rest/contract/shapes.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './login.ts';

/** Maximum length of a user name or mail address. */
const MAX_NAME = 254;
/** Longer than any token. */
const MAX_TOKEN = 100;

export const PasswordResetAnswer = Type.Object({
  success,
  available: Type.Boolean({ description: 'Whether outgoing mail and `public_url` are set up.' }),
});

/** Secret, because staff sometimes type a password into the field of the name. */
export const RequestResetParameters = Type.Object({
  name: described(
    Type.String({ minLength: 1, maxLength: MAX_NAME, pattern: '\\S', secret: true }),
    'User name or mail address.',
  ),
});

export const CompleteResetParameters = Type.Object({
  token: described(Type.String({ minLength: 1, maxLength: MAX_TOKEN, secret: true }), 'The token of the mailed link.'),
  new_password: described(
    Type.String({ minLength: MIN_PASSWORD, maxLength: MAX_PASSWORD, pattern: '\\S', secret: true }),
    'The new password.',
  ),
});
