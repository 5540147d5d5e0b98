/**
 * Lines of an exported audit log (JSON Lines and CSV).
 *
 * Its columns are those of the CSV, too.
 */

/** Begins the name of the part with the entries of one device, before its id. */
export const DEVICE_PART = 'device/';

/** In the order in which CSV has them. What is hashed: `prev_hash`, `part`, then those from `change_id` on. */
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

/** `at` is ISO 8601 in UTC, `fields` the JSON of the fields as a text. */
export type ExportedEntry = { readonly kind: 'entry' } & {
  readonly [Name in Column]: Name extends 'seq' | 'id' ? number : string;
};

export type ExportLine =
  /** The first line. `whole`: every part from its oldest entry to its newest, so that no number may be missing. */
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
  /** Behind the entries of a part: its newest one, in the file or not. */
  | { readonly kind: 'head'; readonly part: string; readonly seq: number; readonly hash: string }
  /** The last line. */
  | { readonly kind: 'end'; readonly entries: number };
