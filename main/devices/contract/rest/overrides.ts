/** Answer of what one server overrides in the settings of the site. */
import Type, { type Static } from 'typebox';
import { success, text } from '../../../rest/contract/shapes.ts';
import { OVERRIDABLE_SETTINGS } from '../../../site/contract/site.ts';

export const OverridesAnswer = Type.Object({
  success,
  overrides: Type.Array(
    Type.Object({
      setting: Type.Enum([...OVERRIDABLE_SETTINGS]),
      values: Type.Array(text, { description: 'One value for public_url.' }),
      by: Type.String({ description: 'The flag or variable, such as --public-url or TAN_PUBLIC_URL.' }),
    }),
  ),
});

export type OverridesAnswer = Static<typeof OverridesAnswer>;
