/**
 * Device that reconnects after each loss.
 *
 * It retries until the device is available. The `Dial` function defines the kind of device.
 */
import type { Clock } from '../../lib/context.ts';
import { fail, type Result } from '../../lib/result.ts';

export type LinkStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'absent'; readonly detail: string };

/** An open device. */
export interface DeviceConnection {
  /** Whether the device is still the opened one; for devices that can disappear without an error. */
  isThere?(): Promise<boolean>;
  /** Never rejects. */
  close(): Promise<void>;
}

/** Callbacks of a connection that a `Dial` opens. */
export interface DialSession {
  /** The connection broke. Counts once, and not after a close. */
  lost(detail: string): void;
  /** Whether data of the connection is still used. */
  isOn(): boolean;
}

/** Opens the device; the error is for the log. A rejection counts as an error. */
export type Dial = (session: DialSession) => Promise<Result<DeviceConnection, string>>;

export interface DeviceLink {
  status(): LinkStatus;
  close(): Promise<void>;
}

const RETRY_FIRST_MS = 250;
export const RETRY_LAST_MS = 5_000;
/** Interval of the check that the opened device is still present. */
export const CHECK_MS = 2_000;
const OPEN_DEADLINE_MS = 5_000;

/** @param onStatus called on changes only */
export function openDeviceLink(clock: Clock, dial: Dial, onStatus: (status: LinkStatus) => void): DeviceLink {
  let status: LinkStatus = { kind: 'connecting' };
  let line: DeviceConnection | null = null;
  let retryMs = RETRY_FIRST_MS;
  let cancelTimer = (): void => {};
  let dialling: Promise<void> = Promise.resolve();
  let closed = false;

  function tell(next: LinkStatus): void {
    if (closed || (next.kind === status.kind && !(next.kind === 'absent' && isNews(next.detail)))) return;
    status = next;
    onStatus(next);
  }
  const isNews = (detail: string): boolean => status.kind === 'absent' && status.detail !== detail;

  function lose(detail: string): void {
    cancelTimer();
    const last = line;
    line = null;
    if (last !== null) void last.close();
    if (closed) return;
    tell({ kind: 'absent', detail });
    cancelTimer = clock.after(retryMs, start);
    retryMs = Math.min(retryMs * 2, RETRY_LAST_MS);
  }

  function watch(opened: DeviceConnection): void {
    if (opened.isThere === undefined) return;
    cancelTimer = clock.after(CHECK_MS, async () => {
      const isThere = await opened.isThere?.();
      if (line !== opened) return;
      if (isThere === true) watch(opened);
      else lose('unplugged');
    });
  }

  async function open(): Promise<void> {
    const cancelDeadline = clock.after(OPEN_DEADLINE_MS, () => {
      if (status.kind === 'connecting') tell({ kind: 'absent', detail: 'it did not open in time' });
    });
    let opened: DeviceConnection | null = null;
    let lostEarly: string | null = null;
    const dialled = await dial({
      lost(detail) {
        if (opened === null) lostEarly ??= detail;
        else if (line === opened) lose(detail);
      },
      isOn: () => opened !== null && line === opened,
    }).catch((error: unknown) => fail((error as Error).message));
    cancelDeadline();
    if (!dialled.ok) return lose(dialled.error);
    if (closed || lostEarly !== null) {
      await dialled.value.close();
      return lose(lostEarly ?? '');
    }
    opened = dialled.value;
    line = opened;
    retryMs = RETRY_FIRST_MS;
    watch(opened);
    tell({ kind: 'ready' });
  }

  function start(): void {
    dialling = open();
  }

  start();
  return {
    status: () => status,
    async close() {
      if (closed) return;
      closed = true;
      cancelTimer();
      await dialling;
      const last = line;
      line = null;
      if (last !== null) await last.close();
    },
  };
}
