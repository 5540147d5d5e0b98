/**
 * REST schema of the session: the user that the server recognises.
 *
 * A staff page uses it to decide whether to show the login form.
 */
import Type, { type Static } from 'typebox';
import { described, omittable } from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';

export const SessionUserSchema = Type.Object({
  id: text,
  username: text,
  name: text,
  roles: Type.Array(text),
  /** Empty: all locations. */
  locations: Type.Array(text),
  /** Empty: all desks. */
  desks: Type.Array(text),
});

export const SessionParameters = Type.Object({
  users: described(omittable(Type.Boolean({ default: true })), 'Whether to return the users to choose from.'),
});

export const SessionAnswer = Type.Object({
  success,
  /** Whether requests need a key. Without authentication, permissions and locations do not restrict anyone. */
  authentication: flag,
  /** The user who owns the token; all fields are empty without a token or for a device key. */
  user: SessionUserSchema,
  /** The device that owns the key. */
  device: Type.Object({ id: text, name: text, type: integer, location: text }),
  /** Users to choose from: only without authentication, or at a counter pad. */
  users: Type.Array(SessionUserSchema),
});

export type SessionUser = Static<typeof SessionUserSchema>;
export type SessionAnswer = Static<typeof SessionAnswer>;
