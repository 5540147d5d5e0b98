/** REST schemas of bulk edits in the back office (extension), each with a preview. */
import Type, { type Static, type TObject } from 'typebox';
import {
  described,
  locationId,
  omittable,
  optionalId,
  optionalLocationId,
  optionalText,
  previewToken,
  requiredId,
  revision,
  thingId,
} from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';
import { BULK_COLLECTIONS, FOLLOWED_COLLECTIONS, ORDERED_COLLECTIONS } from '../bulk-edit.ts';
import { TABLE_COLLECTIONS } from '../table-columns.ts';

/** Maximum number of items in a change. */
const MAX_IDS = 10_000;
/** Maximum number of changes listed individually. */
export const MAX_REPORTED = 500;
/** Maximum characters of a table. */
export const MAX_TABLE_TEXT = 4_000_000;

/**
 * Without `apply`, nothing is changed, and the response is a preview. Its `token`, sent back, ensures that exactly this
 * is applied: if the site has changed meanwhile with a different result, the request is rejected.
 */
const asked = {
  apply: described(
    omittable(Type.Boolean({ default: false })),
    'Whether to apply the change. Without it, the response is a preview.',
  ),
  token: previewToken,
};

/** Common parameters of all bulk edits. */
export type ForeseenParameters = TObject<typeof asked>;

export const CopyBranchParameters = Type.Object({
  location: locationId,
  id: described(requiredId, 'Id of the new location.'),
  name: described(requiredId, 'Name of the new location.'),
  follow: described(
    omittable(Type.Boolean({ default: false })),
    'Whether the copy inherits from the location: changes apply to the copy, unless it has its own value.',
  ),
  ...asked,
});

/** What a location resets to its parent: everything without an item, the whole item without a field. */
export const LikeModelParameters = Type.Object({
  location: locationId,
  collection: described(optionalText, 'Collection of the item; empty: all.'),
  id: described(optionalText, 'Id of the item.'),
  field: described(optionalText, 'Field of the item in the site file; empty: all.'),
  ...asked,
});

export const BulkEditParameters = Type.Object({
  collection: described(Type.Enum([...BULK_COLLECTIONS]), 'Collection of the items.'),
  ids: described(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: MAX_IDS }),
    'Ids of the items to change.',
  ),
  fields: described(
    Type.String({ minLength: 2, maxLength: 100_000 }),
    'Fields with their new values for all items: a JSON object as a string.',
  ),
  ...asked,
});

/** Creates or changes one item, with the effects on inheriting locations, or on its own inheritance. */
export const ChangeThingParameters = Type.Object({
  collection: described(Type.Enum([...FOLLOWED_COLLECTIONS]), 'Collection of the item.'),
  id: thingId,
  item: described(
    omittable(Type.String({ maxLength: 2_000_000, default: '' })),
    'New item, a JSON object as a string; empty: the item is deleted.',
  ),
  revision,
  ...asked,
});

export const ImportTableParameters = Type.Object({
  collection: described(Type.Enum([...TABLE_COLLECTIONS]), 'Collection of the rows.'),
  location: described(optionalId, 'Id of the location for new rows without one; not needed for users and locations.'),
  table: described(Type.String({ minLength: 1, maxLength: MAX_TABLE_TEXT }), 'Table as CSV with a heading.'),
  ...asked,
});

export const OrderParameters = Type.Object({
  collection: described(Type.Enum([...ORDERED_COLLECTIONS]), 'Collection of the items.'),
  location: optionalLocationId,
  ids: described(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: MAX_IDS }),
    'Ids of the items in their new order; none: the default order.',
  ),
});

const FieldSchema = Type.Object({ field: text, before: text, after: text });
const ChangeSchema = Type.Object({
  collection: text,
  id: text,
  name: text,
  /** Id of its location; empty if it has none, or is one. */
  location: text,
  what: Type.Enum(['new', 'changed', 'gone']),
  fields: Type.Array(FieldSchema),
});
const FaultSchema = Type.Object({
  line: Type.Integer({ description: 'Line of the table, from 1.' }),
  column: text,
  kind: Type.Enum(['column', 'needed', 'reference', 'several', 'number', 'flag', 'twice', 'cells', 'csv', 'site']),
  value: Type.String({ description: 'Value of the cell; for `site`, the error message.' }),
});

export const ManyAnswer = Type.Object({
  success,
  /** Whether the change was applied. */
  done: flag,
  token: text,
  /** Number of changed items. */
  count: integer,
  /** The first changes. */
  changes: Type.Array(ChangeSchema),
  /** Faults of a table: nothing is applied while there are any. */
  faults: Type.Array(FaultSchema),
});

/** Effects on the items that inherit from it. */
export const ChangeThingAnswer = Type.Object({
  ...ManyAnswer.properties,
  branches: Type.Object({
    lose: Type.Integer({ minimum: 0, description: 'Locations at which it is deleted as well.' }),
    close: Type.Integer({
      minimum: 0,
      description: 'Locations at which it remains and is closed, because visitors wait for it.',
    }),
    keep: Type.Integer({ minimum: 0, description: 'Locations at which it remains, because it has its own values.' }),
  }),
});

export type ManyAnswer = Static<typeof ManyAnswer>;
export type ManyChange = ManyAnswer['changes'][number];
export type ChangeThingAnswer = Static<typeof ChangeThingAnswer>;
export type TableFault = ManyAnswer['faults'][number];
