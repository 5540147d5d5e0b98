/**
 * REST schema of the session: the user that the server recognises.
 *
 * Whom the server takes a caller for, so that a page knows whether to ask for a password.
 */
import Type, { type Static } from 'typebox';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';

export const SessionUserSchema = Type.Object({
  id: text,
  username: text,
  name: text,
  roles: Type.Array(text),
  /** Empty: all. */
  locations: Type.Array(text),
  /** Empty: all. */
  desks: Type.Array(text),
});

export const SessionAnswer = Type.Object({
  success,
  /** Whether keys are needed; while they are not, roles and locations bind nobody. */
  authentication: flag,
  /** The user whose key it is; all empty when it is nobody's, or a device's. */
  user: SessionUserSchema,
  /** The device whose key it is. */
  device: Type.Object({ id: text, name: text, type: integer, location: text }),
  /** Who may sit there: only where nobody is known and no key is needed, or at a counter pad. */
  users: Type.Array(SessionUserSchema),
});

export type SessionUser = Static<typeof SessionUserSchema>;
export type SessionAnswer = Static<typeof SessionAnswer>;
