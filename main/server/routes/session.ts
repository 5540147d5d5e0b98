import { NoParameters } from '../../contract/rest/forms.ts';
import { SessionAnswer, type SessionUser } from '../../contract/rest/session.ts';
import { ok } from '../../contract/result.ts';
import type { Device, User } from '../../contract/site.ts';
import { ALL_DEVICES, COUNTER_DEVICES } from '../auth/device-kinds.ts';
import { operation } from '../operation.ts';
import { deviceLocation } from '../site/device-location.ts';

const NOBODY: SessionUser = { id: '', username: '', name: '', roles: [], locations: [], desks: [] };
const NO_DEVICE: SessionAnswer['device'] = { id: '', name: '', type: 0, location: '' };

/** Where a page of staff begins: who its key says it is, or who may sit there. */
export const session = operation({
  name: 'session',
  method: 'GET',
  path: '/restapi/v2/session',
  devices: ALL_DEVICES,
  parameters: NoParameters,
  answer: SessionAnswer,
  async handle(_parameters, { caller, keysAsked, site }) {
    const device = caller.kind === 'device' ? caller.device : null;
    // Who may sit there is for those who may sit there: a kiosk stands among visitors.
    const sitsThere = device === null ? caller.kind === 'anyone' : isCounter(device);
    const users = sitsThere ? site.users.filter(({ state }) => state === 1).map(userShape) : [];
    return ok({
      success: true,
      authentication: keysAsked,
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
      users,
    });
  },
});

function isCounter({ type }: Device): boolean {
  return (COUNTER_DEVICES as readonly number[]).includes(type);
}

function userShape({ id, username, name, roles, locations, desks }: User): SessionUser {
  return { id, username, name: name || username, roles, locations, desks };
}
