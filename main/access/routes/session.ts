/** REST operations for the session and logout. */
import { NoParameters } from '../../forms/contract/rest/forms.ts';
import { refuse } from '../../lib/refusal.ts';
import { ERRNO, ok } from '../../lib/result.ts';
import { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { Device, User } from '../../site/contract/site.ts';
import { rolesOf } from '../../site/rules/rights.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { deviceLocation } from '../../site/service/device-location.ts';
import { END_SESSION, READ_SESSION } from '../contract/endpoints.ts';
import { SessionAnswer, SessionParameters, type SessionUser } from '../contract/rest/session.ts';
import type { Auth } from '../service/auth.ts';
import { ALL_DEVICES, COUNTER_DEVICES } from '../service/device-kinds.ts';

const NOBODY: SessionUser = { id: '', username: '', name: '', roles: [], locations: [], desks: [] };
const NO_DEVICE: SessionAnswer['device'] = { id: '', name: '', type: 0, location: '' };

interface SessionServices {
  readonly auth: Auth;
}

/** The user or device of the key, or the users to choose from. */
const session = operation({
  name: 'session',
  area: 'access',
  summary: 'The user or device of the key, whether requests need a key, and without a key the users to choose from.',
  endpoint: READ_SESSION,
  devices: ALL_DEVICES,
  parameters: SessionParameters,
  answer: SessionAnswer,
  async handle(asked, { caller, keysAsked, site }) {
    const device = caller.kind === 'device' ? caller.device : null;
    // Only a counter or a page without a key gets the list of users: a kiosk is in a public room.
    const sitsThere = device === null ? caller.kind === 'anyone' : isCounter(device);
    const users =
      sitsThere && asked.users
        ? site.users.filter(({ state }) => state === 1).map((user) => userShape(user, site))
        : [];
    return ok({
      success: true,
      authentication: keysAsked,
      user: caller.kind === 'user' ? userShape(caller.user, site) : NOBODY,
      device:
        device === null
          ? NO_DEVICE
          : {
              id: device.id,
              name: device.name,
              type: device.type,
              location: deviceLocation(site, device)?.id ?? '',
            },
      users,
    });
  },
});

/** Logout: revokes this token only, and every copy of it. */
const endSession = ({ auth }: SessionServices) =>
  operation({
    name: 'end_session',
    area: 'access',
    summary: 'Signs out: revokes the token of this request, and no other.',
    errnos: [ERRNO.keyMissing],
    endpoint: END_SESSION,
    parameters: NoParameters,
    answer: DoneAnswer,
    async handle(_parameters, { caller }) {
      // Without a token there is nothing to revoke, even while authentication is off.
      if (caller.kind !== 'user') return refuse(ERRNO.keyMissing);
      await auth.endKey(caller.key);
      return ok({ success: true });
    },
  });

function isCounter({ type }: Device): boolean {
  return (COUNTER_DEVICES as readonly number[]).includes(type);
}

function userShape(user: User, { file }: Site): SessionUser {
  const { id, username, name, locations, desks } = user;
  return { id, username, name: name || username, roles: [...rolesOf(user, file)], locations, desks };
}

export const sessionOperations = (services: SessionServices): readonly Operation[] => [session, endSession(services)];
