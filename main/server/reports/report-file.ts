/** A report of some locations as a file: gathered, put into words, and written. */
import { setImmediate } from 'node:timers/promises';
import { ERRNO } from '../../contract/errno.ts';
import type { DrawReport, ReportDocument, ReportFormat, ReportPart } from '../../contract/report-document.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import { makeReport, type ReportedLocation } from '../../core/reports/report-document.ts';
import type { Refusal } from '../refusal.ts';
import { type Given, type ReportContext, readForecast, readPeriod, readSpan } from './read-period.ts';
import { writeSpreadsheet } from './spreadsheet.ts';
import { translatedPeriod } from './translated-period.ts';

/** In one report; more are compared on the page. */
export const MOST_REPORTED = 50;

export interface ReportWish extends Omit<Given, 'location'> {
  readonly title: string;
  readonly lang: string;
  readonly parts: readonly ReportPart[];
  /** Empty: all that may be seen. */
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

/** Reads one location after the other; requests come in between. 5 for too many of them. */
export async function gatherReport(wish: ReportWish, context: ReportContext): Promise<Result<GatheredReport, Refusal>> {
  const ids = wish.locations.length === 0 ? context.site.locations.map(({ id }) => id) : [...new Set(wish.locations)];
  if (ids.length > MOST_REPORTED) {
    const error = `A report is of at most ${MOST_REPORTED} locations.`;
    return fail({ errno: ERRNO.invalidParameters, error, parameter: 'locations' });
  }
  const locations: ReportedLocation[] = [];
  for (const location of ids) {
    const asked = await readSpan({ ...wish, location }, context);
    if (!asked.ok) return asked.error.parameter === 'location' ? named(asked.error) : asked;
    const period = await readPeriod(asked.value, context);
    if (!period.ok) return period;
    const forecast = wish.parts.includes('forecast') ? await readForecast(location, context) : null;
    if (forecast !== null && !forecast.ok) return forecast;
    const { location: place } = asked.value;
    const name = context.site.locationName(place, wish.lang);
    const translated = translatedPeriod(period.value, context.site, place, wish.lang);
    locations.push({ name, period: translated, forecast: forecast?.value ?? null });
    await setImmediate();
  }
  const { from = wish.from, to = wish.to } = locations[0]?.period ?? {};
  return ok({ document: makeReport({ ...wish, locations }), from, to });
}

function named({ parameter: _parameter, ...refusal }: Refusal): Result<never, Refusal> {
  return fail({ ...refusal, parameter: 'locations' });
}

/** Null where nothing can be drawn. */
export async function writeReport(
  { document, from, to }: GatheredReport,
  format: ReportFormat,
  drawReport: DrawReport | null,
): Promise<ReportFile | null> {
  if (format === 'pdf' && drawReport === null) return null;
  const content = format === 'xlsx' ? await writeSpreadsheet(document) : await drawReport?.(document);
  if (content === undefined) return null;
  const days = from === to ? from : `${from}_${to}`;
  return { name: `${fileName(document.title)}_${days}.${format}`, type: TYPES[format], content };
}

/** What every system takes as the name of a file. */
function fileName(title: string): string {
  const plain = title.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-').replaceAll(/^-+|-+$/g, '');
  return Array.from(plain).slice(0, 60).join('') || 'report';
}
