import { NoParameters } from '../../contract/rest/forms.ts';
import { SessionAnswer, type SessionUser } from '../../contract/rest/session.ts';
import { ok } from '../../contract/result.ts';
import type { User } from '../../contract/site.ts';
import { COUNTER_DEVICES } from '../auth/device-kinds.ts';
import { operation } from '../operation.ts';
import { deviceLocation } from '../site/device-location.ts';

const NOBODY: SessionUser = { id: '', username: '', name: '', roles: [], locations: [], desks: [] };
const NO_DEVICE: SessionAnswer['device'] = { id: '', name: '', type: 0, location: '' };

/** Where a page of staff begins: who its key says it is, or who may sit there. */
export const session = operation({
  name: 'session',
  method: 'GET',
  path: '/restapi/v2/session',
  devices: COUNTER_DEVICES,
  parameters: NoParameters,
  answer: SessionAnswer,
  async handle(_parameters, { auth, caller, site, sites }) {
    const device = caller.kind === 'device' ? caller.device : null;
    const users = site.users.filter(({ state }) => state === 1).map(userShape);
    return ok({
      success: true,
      authentication: auth.isOn(sites.current()),
      user: caller.kind === 'user' ? userShape(caller.user) : NOBODY,
      device:
        device === null
          ? NO_DEVICE
          : {
              id: device.id,
              name: device.name,
              type: device.type,
              location: deviceLocation(site, device)?.id ?? '',
            },
      users: caller.kind === 'user' ? [] : users,
    });
  },
});

function userShape({ id, username, name, roles, locations, desks }: User): SessionUser {
  return { id, username, name: name || username, roles, locations, desks };
}
