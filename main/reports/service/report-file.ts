/** Report of several locations as a file: read, translated, and written. */
import { setImmediate } from 'node:timers/promises';
import type { Refusal } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { daysBetween } from '../../queue/rules/day/period.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { ReportDocument, ReportFormat, ReportPart } from '../contract/report-document.ts';
import { openReport } from '../rules/report-document.ts';
import { type PeriodInputs, type ReportContext, readForecast, readPeriod, readSpan } from './read-period.ts';
import { writeSpreadsheet } from './spreadsheet.ts';
import { translatedPeriod } from './translated-period.ts';

/** Maximum locations per report; the page can compare more. */
export const MAX_FILE_LOCATIONS = 50;
/** Maximum rows of all tables: about 130 pages, which a thread with 64 MiB can draw. */
const MAX_FILE_ROWS = 5_000;
/** Maximum days over all locations, because each is read. */
const MAX_FILE_DAYS = 20_000;
const HOURS = 24;

interface FileExtent {
  readonly locations: readonly string[];
  /** Business days, first and last included. */
  readonly days: number;
  readonly parts: readonly ReportPart[];
}

/** Null if the file can be made; else 5 with advice. */
function extentRefusal({ locations, days, parts }: FileExtent, site: Site): Refusal | null {
  if (locations.length > MAX_FILE_LOCATIONS) {
    return refusal('locations', `A report file has at most ${MAX_FILE_LOCATIONS} locations. Request fewer locations.`);
  }
  const all = locations.length * days;
  if (all > MAX_FILE_DAYS) {
    const most = Math.max(1, Math.floor(MAX_FILE_DAYS / locations.length));
    return refusal(
      'from',
      `${locations.length} locations over ${days} days are ${all} days; a report file has at most ${MAX_FILE_DAYS}. Request ${most} days, or fewer locations.`,
    );
  }
  const wanted = [...new Set(parts)];
  const least = locations.reduce(
    (sum, id) => sum + wanted.reduce((rows, part) => rows + leastRows(part, id, days, site), 0),
    0,
  );
  return rowsRefusal(least);
}

/** The same for the actual rows. */
function rowsRefusal(rows: number): Refusal | null {
  if (rows <= MAX_FILE_ROWS) return null;
  return refusal(
    'parts',
    `This report would have ${rows} rows or more; a file has at most ${MAX_FILE_ROWS}. Request fewer days, locations or parts, or the tables as CSV (reports/tables).`,
  );
}

/** Minimum number of rows; those of users, outcomes and breaks depend on the data. */
function leastRows(part: ReportPart, location: string, days: number, site: Site): number {
  switch (part) {
    case 'days':
      return days < 2 ? 0 : days;
    case 'overview':
      return 1;
    case 'services':
      return site.servicesOf(location).length;
    case 'desks':
      return site.desksOf(location).length;
    case 'hours':
    case 'forecast':
      return HOURS;
    case 'outcomes':
    case 'users':
    case 'noted':
    case 'breaks':
    case 'staffing':
    case 'occupancy':
    case 'transfers':
      return 0;
  }
}

function refusal(parameter: 'from' | 'locations' | 'parts', error: string): Refusal {
  return { errno: ERRNO.invalidParameters, error, parameter };
}

/** Writes a report as a file. Rejects with the signal's reason when it is aborted. */
export type WriteReport = (document: ReportDocument, format: ReportFormat, signal: AbortSignal) => Promise<Uint8Array>;

/** Queue entry of a report file. */
interface ReportTurn {
  /** Whether it is a scheduled report. */
  readonly isDuty?: boolean;
  readonly caller: string;
  readonly signal: AbortSignal;
}

/** Runs the work in its turn. Rejects with `StoreBusy` if too many wait, with `Abandoned` if it was cancelled. */
export type ReportTurns = <T>(turn: ReportTurn, work: () => Promise<T>) => Promise<T>;

export interface ReportFileRequest extends Omit<PeriodInputs, 'location'> {
  readonly title: string;
  readonly lang: string;
  readonly parts: readonly ReportPart[];
  /** Empty: all visible locations. */
  readonly locations: readonly string[];
}

export interface ReportFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

export interface GatheredReport {
  readonly document: ReportDocument;
  /** `yyyy-mm-dd`, both included. */
  readonly from: string;
  readonly to: string;
}

const TYPES: Readonly<Record<ReportFormat, string>> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Reads locations one after another, yields to requests, and keeps only the rows of each.
 * 5 if the file would be too large, before reading if possible.
 */
export async function gatherReport(
  wish: ReportFileRequest,
  context: ReportContext,
): Promise<Result<GatheredReport, Refusal>> {
  const ids = wish.locations.length === 0 ? context.site.locations.map(({ id }) => id) : [...new Set(wish.locations)];
  const report = openReport({ ...wish, logo: logoOf(ids, context.site) });
  let span = { from: wish.from, to: wish.to };
  for (const [order, location] of ids.entries()) {
    const asked = await readSpan({ ...wish, location }, context);
    if (!asked.ok) return asked.error.parameter === 'location' ? named(asked.error) : asked;
    if (order === 0) {
      const { from, to } = asked.value.input.rules;
      span = { from, to };
      const days = daysBetween(from, to).length;
      const tooLarge = extentRefusal({ locations: ids, days, parts: wish.parts }, context.site);
      if (tooLarge !== null) return fail(tooLarge);
    }
    const period = await readPeriod(asked.value, context);
    if (!period.ok) return period;
    const forecast = wish.parts.includes('forecast') ? await readForecast(location, context) : null;
    if (forecast !== null && !forecast.ok) return forecast;
    const { location: place } = asked.value;
    const name = context.site.locationName(place, wish.lang);
    const translated = translatedPeriod(period.value, context.site, place, wish.lang);
    report.add({ name, period: translated, forecast: forecast?.value ?? null });
    const tooLarge = rowsRefusal(report.rows());
    if (tooLarge !== null) return fail(tooLarge);
    await setImmediate();
  }
  return ok({ document: report.document(), ...span });
}

const PNG = 'data:image/png;base64,';

/** Logo of the first location that has one. */
function logoOf(locations: readonly string[], site: Site): string {
  const logo = locations.map((id) => site.location(id)?.logo ?? '').find((each) => each.startsWith(PNG));
  return logo?.slice(PNG.length) ?? '';
}

function named({ parameter: _parameter, ...refusal }: Refusal): Result<never, Refusal> {
  return fail({ ...refusal, parameter: 'locations' });
}

/** Null without a drawing library. */
export async function writeReport(
  { document, from, to }: GatheredReport,
  format: ReportFormat,
  write: WriteReport | null,
  signal: AbortSignal,
): Promise<ReportFile | null> {
  const content = await writeContent(document, format, write, signal);
  if (content === null) return null;
  const days = from === to ? from : `${from}_${to}`;
  return { name: `${fileName(document.title)}_${days}.${format}`, type: TYPES[format], content };
}

/** Without a report thread, writes a spreadsheet in this thread. */
function writeContent(
  document: ReportDocument,
  format: ReportFormat,
  write: WriteReport | null,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  if (write !== null) return write(document, format, signal);
  return format === 'xlsx' ? writeSpreadsheet(document) : Promise.resolve(null);
}

/** File name that is valid on every system. */
function fileName(title: string): string {
  const plain = title.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '');
  return Array.from(plain).slice(0, 60).join('') || 'report';
}
