import { ok, type Result } from '../../contract/result.ts';
import type { Site } from '../../core/site-model.ts';
import type { SiteHolder } from './site-holder.ts';

const AT_START = { kind: 'start', id: '' } as const;

/**
 * Makes sure that there is a site: loads the given file, or at the very first start the demo. The faults of a bad file
 * come back, and nothing is changed.
 */
export async function ensureSite(
  holder: SiteHolder,
  sources: { readonly given: unknown; readonly demo: () => Promise<unknown> },
): Promise<Result<Site, readonly string[]>> {
  if (sources.given !== null && sources.given !== undefined) return holder.load(sources.given, AT_START);
  if (holder.current().locations.length > 0) return ok(holder.current());
  return holder.load(await sources.demo(), AT_START);
}
