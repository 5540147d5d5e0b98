/** User whose sessions and password a caller may end. */
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, ok, type Result } from '../../lib/result.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { User } from '../../site/contract/site.ts';
import { branchBounds, isOfBranch } from '../../site/rules/branch-bounds.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import { siteEditor } from '../service/caller.ts';

/** The user, if the caller administers them: 6 for an unknown one, 105 for one of other locations. */
export function userInReach(sites: SiteHolder, id: string, context: RequestContext): Result<User, Refusal> {
  const { file } = sites.current();
  const user = sites.current().user(id);
  if (user === undefined) return refuse(ERRNO.notFound, 'id');
  const { id: by, isFree } = siteEditor(context);
  const bounds = isFree || context.caller.kind !== 'user' ? null : branchBounds(file, by);
  return bounds === null || isOfBranch(user, file, bounds) ? ok(user) : refuse(ERRNO.outsideLocations, 'id');
}
