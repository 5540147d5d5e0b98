import { readerLanguage } from '../../site/routes/lookups.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { CallResult } from '../contract/records.ts';

/** What was noted of a call of the service, with names in the language of the reader; empty ones when a code is gone. */
export function notedOutcomes(
  site: Site,
  serviceId: string,
  results: readonly CallResult[],
  languages: readonly string[],
): { code: string; name: string; count: number }[] {
  const service = site.service(serviceId);
  const known = new Map(service?.outcomes.map((outcome) => [outcome.code, outcome]));
  const language = readerLanguage(site, languages, service?.location ?? '');
  return results.map(({ code, count }) => {
    const outcome = known.get(code);
    return {
      code,
      name: service === undefined || outcome === undefined ? '' : site.outcomeName(service, outcome, language),
      count,
    };
  });
}
