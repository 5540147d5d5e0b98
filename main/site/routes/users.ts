/** REST operations on users. */
import { ok } from '../../lib/result.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { UsersAnswer, UsersParameters } from '../contract/rest/auxiliary.ts';
import type { Desk, User } from '../contract/site.ts';
import type { Site } from '../rules/site-model.ts';
import { containsText, oneOf } from './filters.ts';

/** Active users. A filter by location or service finds everyone who can work there. */
const users = operation({
  name: 'users',
  part: 'interface',
  area: 'lookups',
  summary: 'Active users that match the filters.',
  method: 'GET',
  path: '/restapi/users',
  roles: ['essentials_staff_access_staff'],
  parameters: UsersParameters,
  answer: UsersAnswer,
  async handle({ filter }, { site }) {
    const byPlace = [filter.desks, filter.locations, filter.services].some((wanted) => wanted.length > 0);
    const found = site.users.filter(
      (user) =>
        user.state === 1 &&
        oneOf(filter.users, user.id) &&
        containsText(filter.text, [user.name, user.username, user.email, user.phone]) &&
        (!byPlace || worksAt(site, user, filter)),
    );
    return ok({
      success: true,
      users: found.map(({ id, username, name, phone, email, schedule }) => ({
        id,
        username,
        name,
        phone,
        email,
        schedule,
      })),
    });
  },
});

interface Places {
  readonly desks: readonly string[];
  readonly locations: readonly string[];
  readonly services: readonly string[];
}

function worksAt(site: Site, user: User, { desks, locations, services }: Places): boolean {
  const own = desksOf(site, user);
  const places = user.locations.length > 0 ? user.locations : site.locations.map(({ id }) => id);
  const served = (): readonly string[] =>
    own.flatMap(({ id }) => site.servicesServedBy(id).map(({ server_service }) => server_service));
  return (
    oneOf(desks, ...own.map(({ id }) => id)) &&
    oneOf(locations, ...(user.desks.length > 0 ? own.map(({ location }) => location) : places)) &&
    (services.length === 0 || oneOf(services, ...served()))
  );
}

/** An empty list restricts nothing: without desks, all of the user's locations; without locations, all. */
function desksOf(site: Site, user: User): readonly Desk[] {
  return site.desks.filter(
    ({ id, location }) =>
      (user.desks.length === 0 || user.desks.includes(id)) &&
      (user.locations.length === 0 || user.locations.includes(location)),
  );
}

export const USER_OPERATIONS: readonly Operation[] = [users];
