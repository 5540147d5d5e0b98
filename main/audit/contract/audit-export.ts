/** Lines of an exported audit log (JSON Lines and CSV). */

/** Prefix of the part with one device's entries, followed by its id. */
export const DEVICE_PART = 'device/';

/** In CSV order. Hashed are `prev_hash`, `part` and all columns from `change_id` on. */
export const EXPORTED_COLUMNS = [
  'part',
  'seq',
  'id',
  'hash',
  'prev_hash',
  'change_id',
  'at',
  'by_kind',
  'by_id',
  'collection',
  'item_id',
  'item_name',
  'action',
  'fields',
] as const;
type Column = (typeof EXPORTED_COLUMNS)[number];

/** `at` is ISO 8601 in UTC; `fields` is JSON as a text. */
export type ExportedEntry = { readonly kind: 'entry' } & {
  readonly [Name in Column]: Name extends 'seq' | 'id' ? number : string;
};

export type ExportLine =
  /** First line. `whole`: every part is complete, so that no number may be missing. */
  | { readonly kind: 'audit-export'; readonly version: 1; readonly made_at: string; readonly whole: boolean }
  /** Before the entries of a part: where its chain begins. */
  | {
      readonly kind: 'part';
      readonly part: string;
      readonly begun_after: number;
      readonly cut_seq: number;
      readonly cut_hash: string;
    }
  | ExportedEntry
  /** After the entries of a part: its newest entry, even if the file does not contain it. */
  | { readonly kind: 'head'; readonly part: string; readonly seq: number; readonly hash: string }
  /** Last line. */
  | { readonly kind: 'end'; readonly entries: number };
