import type { Site } from '../../site/rules/site-model.ts';
import type { ReportView } from '../contract/report-views.ts';

/** Time zone of a report's schedule: that of its first location. */
export function zoneOfView({ locations: [first] }: Pick<ReportView, 'locations'>, site: Site): string {
  const location = first === undefined ? site.locations[0] : site.location(first);
  return location?.timezone ?? 'UTC';
}
