/** Limits of a report file, checked before reading data. */
import { ERRNO } from '../../lib/errno.ts';
import type { Refusal } from '../../lib/refusal.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { ReportPart } from '../contract/report-document.ts';

/** Maximum locations per report; the page can compare more. */
export const MAX_FILE_LOCATIONS = 50;
/** Maximum rows of all tables: about 130 pages, which a thread with 64 MiB can draw. */
const MAX_FILE_ROWS = 5_000;
/** Maximum days over all locations, because each is read. */
const MAX_FILE_DAYS = 20_000;
const HOURS = 24;

export interface FileExtent {
  readonly locations: readonly string[];
  /** Business days, first and last included. */
  readonly days: number;
  readonly parts: readonly ReportPart[];
}

/** Null if the file can be made; else 5 with advice. */
export function extentRefusal({ locations, days, parts }: FileExtent, site: Site): Refusal | null {
  if (locations.length > MAX_FILE_LOCATIONS) {
    return refusal('locations', `A report file has at most ${MAX_FILE_LOCATIONS} locations. Ask for fewer of them.`);
  }
  const all = locations.length * days;
  if (all > MAX_FILE_DAYS) {
    const most = Math.max(1, Math.floor(MAX_FILE_DAYS / locations.length));
    return refusal(
      'from',
      `${locations.length} locations over ${days} days are ${all} days; a report file has at most ${MAX_FILE_DAYS}. Ask for ${most} days, or for fewer locations.`,
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
export function rowsRefusal(rows: number): Refusal | null {
  if (rows <= MAX_FILE_ROWS) return null;
  return refusal(
    'parts',
    `This report would have ${rows} rows or more; a file has at most ${MAX_FILE_ROWS}. Ask for fewer days, locations or parts, or for the tables as CSV (reports/tables).`,
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
      return 0;
  }
}

function refusal(parameter: 'from' | 'locations' | 'parts', error: string): Refusal {
  return { errno: ERRNO.invalidParameters, error, parameter };
}
