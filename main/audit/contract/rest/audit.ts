/** REST schemas of the audit log (extension). */
import Type, { type Static } from 'typebox';
import {
  described,
  MOST,
  NEXT_PAGE,
  omittable,
  optionalId,
  optionalUserId,
} from '../../../rest/contract/parameters.ts';
import { flag, success, text } from '../../../rest/contract/shapes.ts';

export const AuditParameters = Type.Object({
  /** Cursor: `next` of the previous page. */
  before: described(omittable(Type.String({ maxLength: 20, default: '' })), NEXT_PAGE),
  limit: described(omittable(Type.Integer({ minimum: 1, maximum: 500, default: 50 })), MOST),
  collection: described(optionalId, 'Only changes of this collection, or of `settings`.'),
  item_id: described(optionalId, 'Only changes of the item with this id.'),
  user_id: optionalUserId,
  from: omittable(
    Type.String({
      maxLength: 30,
      default: '',
      description: 'For a file: its first instant, ISO 8601; empty: from the oldest entry.',
    }),
  ),
  until: omittable(
    Type.String({
      maxLength: 30,
      default: '',
      description: 'For a file: its end (excluded), ISO 8601; empty: to the newest entry.',
    }),
  ),
});

export const AuditFieldSchema = Type.Object({
  /** Path within the item, such as `translations.pt.name`. */
  field: text,
  /** Plain text, lists as JSON; empty for a missing value. */
  before: text,
  after: text,
  /** Changed, but the values are not logged: a secret or personal data. */
  hidden: flag,
});

export const AuditEntrySchema = Type.Object({
  id: text,
  /** The same for all entries of one change, such as an import. */
  change_id: text,
  /** ISO instant. */
  at: text,
  by: Type.Object({
    /** `user`, `device`, `console` (no key was needed), `start` (a site file at startup), `program`. */
    kind: text,
    id: text,
    /** Present name of the user or device; empty when it is deleted. */
    name: text,
  }),
  /** A collection of the site file, or `settings`. */
  collection: text,
  item_id: text,
  /** Name of the item at that time. */
  item_name: text,
  /** `added`, `changed`, `removed`; for a device also `asked` and `ended`: remote actions. */
  action: text,
  fields: Type.Array(AuditFieldSchema),
});

export const AuditAnswer = Type.Object({
  success,
  entries: Type.Array(AuditEntrySchema),
  /** Cursor of the next page; empty on the last page. */
  next: text,
});

export const AuditCheckParameters = Type.Object({
  anchor: omittable(
    Type.String({
      maxLength: 300,
      default: '',
      description:
        'An earlier newest entry from a log or export: `<part> <seq> <hash>`. Detects removal of the newest entries.',
    }),
  ),
});

export const ChainFaultSchema = Type.Object({
  kind: Type.String({ description: '`changed`, `removed`, `inserted`, `moved`, `broken` or `no-head`.' }),
  part: text,
  seq: Type.Integer({ description: 'Number of the entry in its part, or of the first missing one.' }),
  until: Type.Integer({ description: 'Number of the last missing entry; otherwise as `seq`.' }),
  entry_id: Type.String({ description: 'Id of the entry; empty for missing entries.' }),
  text: Type.String({ description: 'The fault as an English sentence.' }),
});

export const AuditCheckAnswer = Type.Object({
  success,
  complete: Type.Boolean({
    description: 'Whether all entries were checked in time; otherwise the result is partial.',
  }),
  checked_at: text,
  verified: Type.Integer({ description: 'Unchanged entries.' }),
  unchained: Type.Integer({ description: 'Entries older than the hash chain, which cannot be verified.' }),
  since: Type.String({
    description: 'Time of the oldest verified entry, ISO 8601; empty without one.',
  }),
  fault_count: Type.Integer(),
  faults: Type.Array(ChainFaultSchema, { description: 'The first twenty faults.' }),
  anchor: Type.String({ description: '`good`, `missing`, `dropped` (by retention), or empty when none was given.' }),
  heads: Type.Array(Type.Object({ part: text, seq: Type.Integer(), hash: text }), {
    description: 'The newest entry of each part.',
  }),
});

export type AuditCheckAnswer = Static<typeof AuditCheckAnswer>;
export type AuditEntryView = Static<typeof AuditEntrySchema>;
export type AuditAnswer = Static<typeof AuditAnswer>;
