/** Ours: who changed what of the site. */
import Type, { type Static } from 'typebox';
import { optionalId } from './parameters.ts';
import { flag, success, text } from './shapes.ts';

export const AuditParameters = Type.Object({
  /** Cursor: `next` of the page before. */
  before: Type.String({ maxLength: 20, default: '' }),
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 50 }),
  collection: optionalId,
  item_id: optionalId,
  user_id: optionalId,
});

export const AuditFieldSchema = Type.Object({
  /** Path within the thing, such as `translations.pt.name`. */
  field: text,
  /** Texts as they are, lists as JSON; empty for what was not there. */
  before: text,
  after: text,
  /** It changed, but how is not kept: a secret, or something about a visitor. */
  hidden: flag,
});

export const AuditEntrySchema = Type.Object({
  id: text,
  /** The same for all entries of one change, such as an import. */
  change_id: text,
  /** ISO instant. */
  at: text,
  by: Type.Object({
    /** `user`, `device`, `console` (no key was needed), `start` (a site file at the start), `program`. */
    kind: text,
    id: text,
    /** As the user or device is called now; empty when it is gone. */
    name: text,
  }),
  /** A collection of the site file, or `settings`. */
  collection: text,
  item_id: text,
  /** As the thing was called then. */
  item_name: text,
  /** `added`, `changed`, `removed`; of a device also `asked` and `ended`: what staff had it do from afar. */
  action: text,
  fields: Type.Array(AuditFieldSchema),
});

export const AuditAnswer = Type.Object({
  success,
  entries: Type.Array(AuditEntrySchema),
  /** Cursor of the page after this one; empty when this is the last. */
  next: text,
});

export type AuditEntryView = Static<typeof AuditEntrySchema>;
export type AuditAnswer = Static<typeof AuditAnswer>;
