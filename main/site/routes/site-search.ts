/** Search for services and users by name (extension). POST, because a name must not be part of an address. */
import { foldText } from '../../lib/fold-text.ts';
import { ok } from '../../lib/result.ts';
import { shownFile, toRead } from '../../rest/operation/back-office.ts';
import { operation } from '../../rest/operation.ts';
import { SEARCH_SITE } from '../contract/endpoints.ts';
import { MAX_FOUND_ITEMS, SearchSiteAnswer, SearchSiteParameters } from '../contract/rest/site-search.ts';
import type { SiteHolder } from '../service/site-holder.ts';

export const searchSite = ({ sites }: { readonly sites: SiteHolder }) =>
  operation({
    name: 'admin_search_site',
    area: 'admin',
    summary: `Finds services and users by a part of their name: at most ${MAX_FOUND_ITEMS} of each.`,
    endpoint: SEARCH_SITE,
    ...toRead,
    parameters: SearchSiteParameters,
    answer: SearchSiteAnswer,
    async handle({ text }, context) {
      const shown = shownFile({ ...context, sites });
      const wanted = foldText(text);
      const isFound = (...names: readonly string[]): boolean => names.some((name) => foldText(name).includes(wanted));
      const services = shown.services.filter(({ name }) => isFound(name)).slice(0, MAX_FOUND_ITEMS);
      const users = shown.users.filter(({ name, username }) => isFound(name, username)).slice(0, MAX_FOUND_ITEMS);
      return ok({
        success: true,
        services: services.map(({ id, name, location }) => ({ id, name, location })),
        users: users.map(({ id, name, username }) => ({ id, name, username })),
      });
    },
  });
