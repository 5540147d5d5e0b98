import { randomBytes } from 'node:crypto';
import { type AuthOptions, createAuth } from '../../main/access/service/auth.ts';
import { createReportTurns } from '../../main/app/report-thread/report-thread.ts';
import { createPhoneHandoff } from '../../main/devices/service/connections/phone-handoff.ts';
import { createDeviceActions } from '../../main/devices/service/device-actions.ts';
import { createDevicePresence } from '../../main/devices/service/presence/device-presence.ts';
import { type Clock, silentLog } from '../../main/lib/context.ts';
import type { ServerDeps } from '../../main/server/deps.ts';
import { ticketSecrets } from '../../main/visitor-phone/service/ticket-secrets.ts';

/** Dependencies of a server besides its store and site, with temporary secrets. */
export function serverParts(
  { store, site, clock }: Pick<ServerDeps, 'store' | 'site'> & { readonly clock: Clock },
  options: Partial<Pick<AuthOptions, 'secret' | 'wanted'>> = {},
): Pick<ServerDeps, 'auth' | 'presence' | 'deviceActions' | 'takenAlong' | 'ticketSecrets' | 'reportTurns'> {
  const { secret = randomBytes(32), wanted = null } = options;
  const presence = createDevicePresence(clock, store.peers.bulletin);
  return {
    auth: createAuth({ site, secret, wanted, beyondLoopback: false, others: store.peers.bulletin, clock }),
    presence,
    takenAlong: createPhoneHandoff(presence, store.peers.bulletin),
    deviceActions: createDeviceActions({ store, clock, log: silentLog }),
    ticketSecrets: ticketSecrets(randomBytes(32)),
    reportTurns: createReportTurns(),
  };
}
