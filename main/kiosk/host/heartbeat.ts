/**
 * Status reports of a kiosk to its remote server.
 *
 * At once after an important change, otherwise at intervals. A failed report does not stop the kiosk.
 */

import type { AskedAction } from '../../devices/contract/device-actions.ts';
import type { DeviceStatus } from '../../devices/contract/device-status.ts';
import { newsOf } from '../../devices/rules/device-news.ts';
import type { Clock, Log } from '../../lib/context.ts';
import { type ClientFault, isUnknownThere, type QueueClient } from '../client/queue-client.ts';

export interface KioskHeartbeat {
  /** How the kiosk is now. */
  says(status: DeviceStatus): void;
  /** The server has something for the kiosk, which comes with the answer. */
  fetch(): void;
  close(): void;
}

export interface HeartbeatOptions {
  readonly client: Pick<QueueClient, 'sayStatus'>;
  readonly deviceId: string;
  /** What staff want it to do, as the server answers. */
  readonly onActions?: (actions: readonly AskedAction[]) => void;
  /** By how many seconds its clock is ahead, as the server answers. */
  readonly onClock?: (secondsOff: number) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** A server that does not say how often gives up whoever is silent for thirty seconds. */
const BEAT_MS = 10_000;
const LONGEST_BEAT_MS = 60_000;
const SHORTEST_BEAT_MS = 1_000;
/** One that is lost is said again long before anybody is told that the kiosk is silent. */
const RETRY_MS = 5_000;
/** What every visitor changes is told together. */
const GATHER_MS = 10_000;
/** A server of an older version does not know of this; it may be a newer one soon. */
const ASK_AGAIN_MS = 600_000;

export function createHeartbeat(options: HeartbeatOptions): KioskHeartbeat {
  const { client, deviceId, onActions, onClock, clock, log } = options;
  let status: DeviceStatus | null = null;
  /** What the server heard last. */
  let told: DeviceStatus | null = null;
  let isSaying = false;
  /** Something came up while it spoke. */
  let isWanted = false;
  /** After a failure the next beat is waited for, so that a server in trouble is not asked at every touch. */
  let isHeard = true;
  let closed = false;
  let fault = '';
  let nextAt = Number.POSITIVE_INFINITY;
  let cancelBeat = (): void => {};

  function note(failed: ClientFault | null): void {
    const now = failed?.kind === 'refused' ? String(failed.errno) : (failed?.kind ?? '');
    if (now === fault) return;
    fault = now;
    if (failed === null) log.info('heartbeat.recovered', { device: deviceId });
    else log.warn('heartbeat.failed', { device: deviceId, reason: fault });
  }

  function sayIn(ms: number): void {
    cancelBeat();
    nextAt = clock.now() + ms;
    cancelBeat = clock.after(ms, () => void say());
  }

  async function say(): Promise<void> {
    if (status === null || isSaying || closed) return;
    cancelBeat();
    isSaying = true;
    isWanted = false;
    const said = status;
    const answer = await client.sayStatus(deviceId, said);
    isSaying = false;
    if (closed) return;
    isHeard = answer.ok;
    note(answer.ok ? null : answer.error);
    if (!answer.ok) return sayIn(isUnknownThere(answer.error) ? ASK_AGAIN_MS : RETRY_MS);
    told = said;
    onClock?.(answer.value.clock_off);
    const wantedMs = answer.value.next_in * 1_000 || BEAT_MS;
    sayIn(Math.min(Math.max(wantedMs, SHORTEST_BEAT_MS), LONGEST_BEAT_MS));
    if (answer.value.actions.length > 0) onActions?.(answer.value.actions as readonly AskedAction[]);
    sayNews();
    return undefined;
  }

  function sayNews(): void {
    if (isSaying || !isHeard || status === null) return;
    const news = isWanted || told === null ? 'urgent' : newsOf(told, status);
    if (news === 'urgent') void say();
    else if (news === 'some' && nextAt > clock.now() + GATHER_MS) sayIn(GATHER_MS);
  }

  return {
    says(next) {
      status = next;
      sayNews();
    },
    fetch() {
      if (status === null) return;
      isWanted = true;
      // Whoever asks is there.
      isHeard = true;
      sayNews();
    },
    close() {
      closed = true;
      cancelBeat();
    },
  };
}
