/** REST schema of a server's setting overrides and its newer version. */
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
  update: Type.Optional(
    Type.Object(
      {
        version: text,
        notes: Type.String({ description: 'Address of the release notes; empty without one.' }),
      },
      { description: 'A newer version in the update feed of the answering server; absent: none.' },
    ),
  ),
});

/** A version in the update feed that is newer than this program. */
export interface NewerVersion {
  readonly version: string;
  readonly notes: string;
}

export type OverridesAnswer = Static<typeof OverridesAnswer>;
