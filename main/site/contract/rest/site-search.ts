/** REST schemas of the search for services and users by name (extension). */
import Type from 'typebox';
import { described, MAX_PARAMETER_TEXT } from '../../../rest/contract/parameters.ts';
import { success, text } from '../../../rest/contract/shapes.ts';

/** Most items of a collection in an answer. */
export const MAX_FOUND_ITEMS = 8;

export const SearchSiteParameters = Type.Object({
  text: described(
    Type.String({ minLength: 1, maxLength: MAX_PARAMETER_TEXT, secret: true }),
    'A part of the name or username, without case and accents.',
  ),
});

export const SearchSiteAnswer = Type.Object({
  success,
  services: Type.Array(Type.Object({ id: text, name: text, location: text })),
  users: Type.Array(Type.Object({ id: text, name: text, username: text })),
});
