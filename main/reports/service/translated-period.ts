/**
 * Figures of a period with names in the reader's language.
 *
 * Only for existing items with a translation.
 */

import type { Location } from '../../site/contract/site.ts';
import { breakReasons } from '../../site/rules/break-reasons.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { PeriodData } from '../contract/rest/reports.ts';

export function translatedPeriod(period: PeriodData, site: Site, location: Location, lang: string): PeriodData {
  const serviceName = (id: string, known: string): string => {
    const service = site.service(id);
    return service === undefined ? known : site.serviceText(service, lang).name;
  };
  const deskName = (id: string, known: string): string => {
    const desk = site.desk(id);
    return desk === undefined ? known : site.deskName(desk, lang);
  };
  const noted = translatedNotes(period, site, location, lang);
  return {
    ...noted,
    by_service: noted.by_service.map((row) => ({ ...row, name: serviceName(row.id, row.name) })),
    by_desk: noted.by_desk.map((row) => ({ ...row, name: deskName(row.id, row.name) })),
    by_outcome: noted.by_outcome.map((row) => ({ ...row, service: serviceName(row.service_id, row.service) })),
    by_transfer: noted.by_transfer.map((row) => ({
      ...row,
      from: serviceName(row.from_id, row.from),
      to: serviceName(row.to_id, row.to),
    })),
    staffing_by_desk: noted.staffing_by_desk.map((row) => ({ ...row, name: deskName(row.id, row.name) })),
  };
}

/** Outcomes and break reasons translated like on the counter; some are built in. */
export function translatedNotes(period: PeriodData, site: Site, location: Location, lang: string): PeriodData {
  const outcomeName = (serviceId: string, code: string, known: string): string => {
    const service = site.service(serviceId);
    const outcome = service?.outcomes.find((each) => each.code === code);
    return service === undefined || outcome === undefined ? known : site.outcomeName(service, outcome, lang);
  };
  const reasons = new Map(breakReasons(site, lang, location.id).map(({ id, name }) => [id, name]));
  return {
    ...period,
    by_outcome: period.by_outcome.map((row) => ({ ...row, name: outcomeName(row.service_id, row.code, row.name) })),
    by_break: period.by_break.map((row) => ({ ...row, reason: reasons.get(row.reason_id) ?? row.reason })),
  };
}
