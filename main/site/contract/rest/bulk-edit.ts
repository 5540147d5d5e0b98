/** Ours: changes of many things at once in the back office. Each is looked at first, and then done as it was looked at. */
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
import { BULK_COLLECTIONS, FOLLOWED_COLLECTIONS, ORDERED_COLLECTIONS, TABLE_COLLECTIONS } from '../bulk-edit.ts';

/** Most things that one change names. */
const MAX_IDS = 10_000;
/** Most changes that are told one by one. */
export const MAX_TOLD = 500;
/** Characters of a table. */
export const MAX_TABLE_TEXT = 4_000_000;

/**
 * Without `apply` nothing is changed, and the answer says what would be. `token` of that answer, sent back, makes sure that just this is
 * done: when the site has become another one meanwhile, so that something else would be, it is refused.
 */
const asked = {
  apply: described(
    omittable(Type.Boolean({ default: false })),
    'Whether it is done; without it, the answer says what would be.',
  ),
  token: previewToken,
};

/** Parameters that every change of many things has. */
export type ForeseenParameters = TObject<typeof asked>;

export const CopyBranchParameters = Type.Object({
  location: locationId,
  id: described(requiredId, 'Id of the new location.'),
  name: described(requiredId, 'Name of the new location.'),
  follow: described(
    omittable(Type.Boolean({ default: false })),
    'Whether the copy follows the branch: what changes there changes at the copy too, unless it is other there.',
  ),
  ...asked,
});

/** What of a location that follows another one becomes as at its model; without a thing all of it, without a field the whole thing. */
export const LikeModelParameters = Type.Object({
  location: locationId,
  collection: described(optionalText, 'Collection of the thing; empty: all of them.'),
  id: described(optionalText, 'Id of the thing that is meant.'),
  field: described(optionalText, 'A field of the thing, of the site file; empty: all of them.'),
  ...asked,
});

export const BulkEditParameters = Type.Object({
  collection: described(Type.Enum([...BULK_COLLECTIONS]), 'Collection of the things.'),
  ids: described(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: MAX_IDS }),
    'Ids of the things that are changed.',
  ),
  fields: described(
    Type.String({ minLength: 2, maxLength: 100_000 }),
    'Fields with the value that all of them get: a JSON object as text.',
  ),
  ...asked,
});

/** One thing, new or known, with what that does to locations that follow its own, or that it follows. */
export const ChangeThingParameters = Type.Object({
  collection: described(Type.Enum([...FOLLOWED_COLLECTIONS]), 'Collection of the thing.'),
  id: thingId,
  item: described(
    omittable(Type.String({ maxLength: 2_000_000, default: '' })),
    'The new item, a JSON object as text; empty: the item is deleted.',
  ),
  revision,
  ...asked,
});

export const ImportTableParameters = Type.Object({
  collection: described(Type.Enum([...TABLE_COLLECTIONS]), 'Collection to which the rows belong.'),
  location: described(optionalId, 'Id of the location of rows that name none; users need none.'),
  table: described(Type.String({ minLength: 1, maxLength: MAX_TABLE_TEXT }), 'The table, as CSV with a heading.'),
  ...asked,
});

export const OrderParameters = Type.Object({
  collection: described(Type.Enum([...ORDERED_COLLECTIONS]), 'Collection of the things.'),
  location: optionalLocationId,
  ids: described(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: MAX_IDS }),
    'Ids of the things in their new order; none: the usual order again.',
  ),
});

const FieldSchema = Type.Object({ field: text, before: text, after: text });
const ChangeSchema = Type.Object({
  collection: text,
  id: text,
  name: text,
  what: Type.Enum(['new', 'changed', 'gone']),
  fields: Type.Array(FieldSchema),
});
const FaultSchema = Type.Object({
  line: Type.Integer({ description: 'Of the table, from 1 on.' }),
  column: text,
  kind: Type.Enum(['column', 'needed', 'reference', 'several', 'number', 'flag', 'twice', 'cells', 'csv', 'site']),
  value: Type.String({ description: 'What stands there; of `site`, what is wrong with it.' }),
});

export const ManyAnswer = Type.Object({
  success,
  /** Whether it was done. */
  done: flag,
  token: text,
  /** How many things become other. */
  count: integer,
  /** The first of them. */
  changes: Type.Array(ChangeSchema),
  /** Of a table: nothing is done while there is one. */
  faults: Type.Array(FaultSchema),
});

/** What becomes of the things that stand for it where its location is followed. */
export const ChangeThingAnswer = Type.Object({
  ...ManyAnswer.properties,
  branches: Type.Object({
    lose: Type.Integer({ minimum: 0, description: 'Where it goes too.' }),
    close: Type.Integer({ minimum: 0, description: 'Where it stays and is closed, because visitors count on it.' }),
    keep: Type.Integer({ minimum: 0, description: 'Where it stays as it is, because it is other there.' }),
  }),
});

export type ManyAnswer = Static<typeof ManyAnswer>;
export type ManyChange = ManyAnswer['changes'][number];
export type ChangeThingAnswer = Static<typeof ChangeThingAnswer>;
export type TableFault = ManyAnswer['faults'][number];
