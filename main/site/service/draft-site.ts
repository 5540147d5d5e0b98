import { inSlices } from '../../lib/jobs/work-slices.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { SiteSetup } from '../contract/site.ts';
import { mergeSites, siteSteps } from '../rules/site.ts';
import { Site } from '../rules/site-model.ts';
import { invalidSite } from './site-fault.ts';

/**
 * The site as it would be with these things put into it, as an import does; 5 with all faults. Nothing is changed. Devices are left
 * out: nothing is drawn of them, and whoever may not read the values of cards would learn by a refusal that one is somebody's.
 */
export async function draftSite(
  file: SiteSetup,
  { devices: _devices, ...draft }: { readonly devices?: unknown },
): Promise<Result<Site, Refusal>> {
  if (Object.keys(draft).length === 0) return ok(new Site(file));
  const parsed = await inSlices(siteSteps(draft, file));
  return parsed.ok ? ok(new Site(mergeSites(file, parsed.value))) : fail(invalidSite(parsed.error));
}
