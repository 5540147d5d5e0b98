/**
 * Status reports of a kiosk to its remote server.
 *
 * At once after an important change, otherwise at intervals. A failed report does not stop the kiosk.
 */

import type { RequestedAction } from '../../devices/contract/device-actions.ts';
import type { DeviceStatus } from '../../devices/contract/device-status.ts';
import { newsOf } from '../../devices/rules/device-news.ts';
import type { ClockAndLog } from '../../lib/context.ts';
import { type ClientFault, isUnknownThere, type QueueClient } from '../client/queue-client.ts';

export interface KioskHeartbeat {
  /** Sets the present status. */
  says(status: DeviceStatus): void;
  /** Requests an early report: the server's response contains remote actions. */
  fetch(): void;
  close(): void;
}

export interface HeartbeatOptions extends ClockAndLog {
  readonly client: Pick<QueueClient, 'sayStatus'>;
  readonly deviceId: string;
  /** Called with the remote actions in the server's response. */
  readonly onActions?: (actions: readonly RequestedAction[]) => void;
  /** Called with the offset by which this clock is ahead, from the server's response. */
  readonly onClock?: (secondsOff: number) => void;
}

/** A server that names no interval drops a kiosk after thirty seconds of silence. */
const BEAT_MS = 10_000;
const LONGEST_BEAT_MS = 60_000;
const SHORTEST_BEAT_MS = 1_000;
/** A lost report is repeated long before the kiosk counts as silent. */
const RETRY_MS = 5_000;
/** Combines changes caused by visitors. */
const GATHER_MS = 10_000;
/** Retry interval for an older server without this operation; it can be upgraded. */
const ASK_AGAIN_MS = 600_000;

export function createHeartbeat(options: HeartbeatOptions): KioskHeartbeat {
  const { client, deviceId, onActions, onClock, clock, log } = options;
  let status: DeviceStatus | null = null;
  /** Last report received by the server. */
  let told: DeviceStatus | null = null;
  let isSaying = false;
  /** Something changed during the report. */
  let isWanted = false;
  /** After a failure the next interval is awaited, so that an overloaded server is not called at every touch. */
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
    if (answer.value.actions.length > 0) onActions?.(answer.value.actions as readonly RequestedAction[]);
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
      // A server that requests a report is available.
      isHeard = true;
      sayNews();
    },
    close() {
      closed = true;
      cancelBeat();
    },
  };
}
