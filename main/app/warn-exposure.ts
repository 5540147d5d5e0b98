import type { Log } from '../lib/context.ts';
import { listensBeyondLoopback, type Settings } from '../lib/settings/settings.ts';
import type { QueueSource } from './backend.ts';

/** At each start, whatever lets others in, or lets them listen. */
export function warnIfExposed({ reach, pages }: QueueSource, settings: Settings, address: string, log: Log): void {
  for (const flag of settings.secretFlags) {
    const variable = `TAN_${flag.toUpperCase().replaceAll('-', '_')}`;
    const advice = `everybody on this machine can read it in the list of processes: give it as ${variable}`;
    log.warn('settings.secret-on-command-line', { flag: `--${flag}`, advice });
  }
  const beyond = listensBeyondLoopback(settings);
  if (beyond || reach.isForOthers()) {
    if (pages.keysAsked(false)) log.info('server.open-to-network', { address, authentication: 'on' });
    else log.warn('server.open-to-network', { address, authentication: 'off' });
  }
  if (beyond && settings.tls === null && !reach.hasProxy()) {
    const advice = 'passwords and keys can be read on the way: see docs/deploy.md for --tls-cert, or a proxy';
    log.warn('server.unencrypted', { address, advice });
  }
}
