/**
 * Tells the server of a kiosk elsewhere how the kiosk is, as a kiosk inside the server does by itself: at once when
 * something changes, and every ten seconds. Whatever becomes of it, the kiosk goes on.
 */
import { type ClientFault, isUnknownThere, type QueueClient } from '../client/queue-client.ts';
import type { Clock, Log } from '../context.ts';
import type { AskedAction } from '../contract/device-actions.ts';
import type { DeviceStatus } from '../contract/device-status.ts';

export interface Heartbeat {
  /** How the kiosk is now. */
  says(status: DeviceStatus): void;
  close(): void;
}

export interface HeartbeatOptions {
  readonly client: Pick<QueueClient, 'sayStatus'>;
  readonly deviceId: string;
  /** What staff want it to do, as the server answers. */
  readonly onActions?: (actions: readonly AskedAction[]) => void;
  readonly clock: Clock;
  readonly log: Log;
}

const BEAT_MS = 10_000;
/** A server of an older version does not know of this; it may be a newer one soon. */
const ASK_AGAIN_MS = 600_000;

export function createHeartbeat({ client, deviceId, onActions, clock, log }: HeartbeatOptions): Heartbeat {
  let status: DeviceStatus | null = null;
  let isSaying = false;
  /** It has changed since it was said last. */
  let isNew = false;
  /** After a failure the next beat is waited for, so that a server in trouble is not asked at every touch. */
  let isHeard = true;
  let closed = false;
  let fault = '';
  let cancelBeat = (): void => {};

  function note(failed: ClientFault | null): void {
    const now = failed?.kind === 'refused' ? String(failed.errno) : (failed?.kind ?? '');
    if (now === fault) return;
    fault = now;
    if (failed === null) log.info('heartbeat.heard', { device: deviceId });
    else log.warn('heartbeat.not-heard', { device: deviceId, reason: fault });
  }

  async function say(): Promise<void> {
    if (status === null || isSaying || closed) return;
    cancelBeat();
    isSaying = true;
    isNew = false;
    const answer = await client.sayStatus(deviceId, status);
    isSaying = false;
    if (closed) return;
    isHeard = answer.ok;
    note(answer.ok ? null : answer.error);
    if (answer.ok && answer.value.actions.length > 0) onActions?.(answer.value.actions as readonly AskedAction[]);
    if (isHeard && isNew) return say();
    const isUnknown = !answer.ok && isUnknownThere(answer.error);
    cancelBeat = clock.after(isUnknown ? ASK_AGAIN_MS : BEAT_MS, () => void say());
  }

  return {
    says(next) {
      if (status !== null && JSON.stringify(next) === JSON.stringify(status)) return;
      status = next;
      isNew = true;
      if (isHeard) void say();
    },
    close() {
      closed = true;
      cancelBeat();
    },
  };
}
