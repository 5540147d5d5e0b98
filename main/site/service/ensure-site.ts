import { ok, type Result } from '../../lib/result.ts';
import type { Site } from '../rules/site-model.ts';
import type { SiteFault } from './site-fault.ts';
import type { SiteHolder } from './site-holder.ts';

const AT_START = { kind: 'start', id: '' } as const;

/**
 * Ensures that a site exists: loads the given file, or the demo at the very first start. An invalid file returns its
 * faults and changes nothing. An organisation that started empty stays so until it is set up: it has an administrator.
 *
 * @param sources `demo` is null if not wanted
 */
export async function ensureSite(
  holder: SiteHolder,
  sources: { readonly given: unknown; readonly demo: (() => Promise<unknown>) | null },
): Promise<Result<Site, SiteFault>> {
  if (sources.given !== null && sources.given !== undefined) return holder.load(sources.given, AT_START);
  const { locations, users } = holder.current();
  if (locations.length > 0 || users.length > 0 || sources.demo === null) return ok(holder.current());
  return holder.load(await sources.demo(), AT_START);
}
