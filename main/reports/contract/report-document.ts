/**
 * Report document: translated texts, figures as numbers.
 *
 * Words in one language, figures as numbers.
 */

/** What a report may hold; new parts come last. */
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
] as const;
export type ReportPart = (typeof REPORT_PARTS)[number];

export const REPORT_FORMATS = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Locations in one comparison. */
export const MAX_COMPARED = 25;

/** `length`: whole seconds; `share`: 0 to 1. */
export type ReportColumnKind = 'text' | 'count' | 'length' | 'share';
/** Null: there is nothing to say. */
export type ReportCell = string | number | null;

export interface ReportColumn {
  readonly label: string;
  readonly kind: ReportColumnKind;
}

export interface ReportTable {
  readonly part: ReportPart | 'locations';
  readonly title: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly ReportCell[])[];
  /** What has to be known to read it; empty for none. */
  readonly note: string;
}

export interface ReportSection {
  /** Of a location, mostly. */
  readonly title: string;
  readonly tables: readonly ReportTable[];
}

export interface ReportDocument {
  /** The language that it is written in. */
  readonly lang: string;
  readonly title: string;
  /** Which days, which zone. */
  readonly subtitle: string;
  readonly sections: readonly ReportSection[];
  /** The heading of the first column where tables of several locations come together. */
  readonly locationWord: string;
  /** Where nothing is to be shown. */
  readonly nothing: string;
}
