/** REST schemas for login, passwords and keys. */
import Type from 'typebox';
import { described, omittable, thingId, userId } from '../../../rest/contract/parameters.ts';
import { success, text } from '../../../rest/contract/shapes.ts';

/** Shortest password that a user may choose, in characters. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 200;

const password = described(
  omittable(Type.String({ maxLength: MAX_PASSWORD, default: '', secret: true })),
  'Required if the user has one.',
);

/** `password` and `new_password` are extensions. `new_password` replaces a one-time password. */
export const LoginParameters = Type.Object({
  user_id: userId,
  password,
  new_password: described(password, 'The new password.'),
});
export const LoginAnswer = Type.Object({ success, user_id: text, username: text, authtoken: text });

export const PasswordParameters = Type.Object({
  password,
  /** At least one character that is not a space. */
  new_password: described(
    Type.String({ minLength: MIN_PASSWORD, maxLength: MAX_PASSWORD, pattern: '\\S', secret: true }),
    'The new password.',
  ),
});
/** A new login token: a changed password revokes all tokens that the user had. */
export const PasswordAnswer = Type.Object({ success, authtoken: text });

export const SubjectParameters = Type.Object({ id: thingId });
/** The response shows the key once. The server keeps only its hash. */
export const DeviceKeyAnswer = Type.Object({ success, device_id: text, key: text });
