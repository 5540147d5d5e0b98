/**
 * Report document: translated texts, figures as numbers.
 */

/** Parts of a report; append new ones. */
export const REPORT_PARTS = [
  'overview',
  'days',
  'services',
  'outcomes',
  'users',
  'desks',
  'hours',
  'forecast',
  'noted',
  'breaks',
  'staffing',
  'occupancy',
  'transfers',
] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

export const REPORT_FORMATS = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Maximum locations in a comparison. */
export const MAX_COMPARED = 25;

/** `length`: whole seconds; `share`: 0 to 1. */
export type ReportColumnKind = 'text' | 'count' | 'length' | 'share';
/** Null: no value. */
export type ReportCell = string | number | null;

export interface ReportColumn {
  readonly label: string;
  readonly kind: ReportColumnKind;
}

/** Drawing of figures that a table of the report has as well. */
export interface ReportChart {
  readonly title: string;
  /** `band`: a line of medians, and the area below the 90th percentile. */
  readonly look: 'bars' | 'band';
  /** Unit of all values. */
  readonly kind: Exclude<ReportColumnKind, 'text'>;
  readonly labels: readonly string[];
  /** Values in the order of the labels; null: unknown. */
  readonly series: readonly { readonly label: string; readonly values: readonly (number | null)[] }[];
}

export interface ReportTable {
  readonly part: ReportPart | 'locations';
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly ReportCell[])[];
  /** Explanation of the table; empty: none. */
  readonly note: string;
  /** In files that can show drawings. */
  readonly charts?: readonly ReportChart[];
}

export interface ReportSection {
  /** Usually the name of a location. */
  readonly title: string;
  readonly tables: readonly ReportTable[];
}

export interface ReportDocument {
  /** Language of the document. */
  readonly lang: string;
  readonly title: string;
  /** Names of the locations, or their number. */
  readonly place: string;
  /** Picture of the organisation as base64 of a PNG; empty: none. */
  readonly logo: string;
  /** Days and time zone. */
  readonly subtitle: string;
  readonly sections: readonly ReportSection[];
  /** Heading of the first column when tables of several locations are merged. */
  readonly locationWord: string;
  /** Text for an empty report. */
  readonly nothing: string;
}
