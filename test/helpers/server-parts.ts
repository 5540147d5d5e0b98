import { randomBytes } from 'node:crypto';
import { type Clock, silentLog } from '../../main/context.ts';
import { createReportTurns } from '../../main/program/report-thread/report-turns.ts';
import { type AuthOptions, createAuth } from '../../main/server/auth/auth.ts';
import type { ServerDeps } from '../../main/server/deps.ts';
import { createDeviceActions } from '../../main/server/devices/device-actions.ts';
import { createDevicePresence } from '../../main/server/events/device-presence.ts';
import { createTakenAlong } from '../../main/server/phone/taken-along.ts';
import { ticketSecrets } from '../../main/server/phone/ticket-secrets.ts';

/** What a server needs besides its store and site, with secrets that end with the test. */
export function serverParts(
  { store, site, clock }: Pick<ServerDeps, 'store' | 'site'> & { readonly clock: Clock },
  options: Partial<Pick<AuthOptions, 'secret' | 'wanted'>> = {},
): Pick<ServerDeps, 'auth' | 'presence' | 'deviceActions' | 'takenAlong' | 'ticketSecrets' | 'reportTurns'> {
  const { secret = randomBytes(32), wanted = null } = options;
  const presence = createDevicePresence(clock, store.peers.bulletin);
  return {
    auth: createAuth({ site, secret, wanted, beyondLoopback: false, others: store.peers.bulletin, clock }),
    presence,
    takenAlong: createTakenAlong(presence, store.peers.bulletin),
    deviceActions: createDeviceActions({ store, clock, log: silentLog }),
    ticketSecrets: ticketSecrets(randomBytes(32)),
    reportTurns: createReportTurns(),
  };
}
