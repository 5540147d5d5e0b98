/** REST operation for the history of a device: connections and alarms (extension). */

import { refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok } from '../../lib/result.ts';
import { toRead, unseen } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import { deviceLocation } from '../../site/service/device-location.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import { READ_DEVICE_HISTORY } from '../contract/endpoints.ts';
import { DeviceHistoryAnswer, DeviceHistoryParameters } from '../contract/rest/device-history.ts';

interface DeviceHistoryServices {
  readonly sites: SiteHolder;
}

const deviceHistory = ({ sites }: DeviceHistoryServices) =>
  operation({
    name: 'device_history',
    area: 'admin',
    summary:
      'Connections, alarms and roll changes of a device, newest first; pages by the cursor `next`. The last 200 are kept, none longer than `keep_tickets`.',
    errnos: [ERRNO.notFound],
    endpoint: READ_DEVICE_HISTORY,
    ...toRead,
    parameters: DeviceHistoryParameters,
    answer: DeviceHistoryAnswer,
    async handle({ id, before, limit }, context) {
      const { site, store } = context;
      const hidden = unseen({ ...context, sites }, 'devices', id);
      if (hidden !== null) return fail(hidden);
      if (!/^\d{0,15}$/.test(before)) return refuse(ERRNO.invalidParameters, 'before');
      const device = site.device(id);
      if (device === undefined) return refuse(ERRNO.notFound, 'id');
      const location = deviceLocation(site, device);
      if (location === undefined) return ok({ success: true, entries: [], next: '' });
      const found = await store.query('deviceNews', {
        locationId: location.id,
        deviceId: id,
        ...(before === '' ? {} : { before: Number(before) }),
        // One extra entry shows whether there is another page.
        limit: limit + 1,
      });
      const entries = found.slice(0, limit).map(({ at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() }));
      const last = entries.at(-1);
      return ok({
        success: true,
        entries,
        next: last === undefined || found.length <= limit ? '' : String(last.number),
      });
    },
  });

export const deviceHistoryOperations = (services: DeviceHistoryServices): readonly Operation[] => [
  deviceHistory(services),
];
