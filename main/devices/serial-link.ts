/**
 * A serial device that may be absent, come and go: opened again and again until it is there, given up as soon as it
 * is gone, opened again.
 */
import { stat } from 'node:fs/promises';
import type { SerialPort } from 'serialport';
import type { Clock } from '../context.ts';
import type { DeviceAccess } from '../core/device-address.ts';
import { findDevice } from './device-node.ts';
import { openedFault } from './opened-port.ts';

type LinkStatus =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'absent'; readonly detail: string };

export interface SerialLinkEvents {
  /** Only when it has changed. */
  status(status: LinkStatus): void;
  data(bytes: Uint8Array): void;
}

export interface SerialLinkOptions {
  readonly path: string;
  readonly baudRate: number;
  readonly clock: Clock;
  /** Null for a path of the command line, which may be anything. */
  readonly access?: DeviceAccess | null;
}

export interface SerialLink {
  status(): LinkStatus;
  close(): Promise<void>;
}

const RETRY_FIRST_MS = 250;
export const RETRY_LAST_MS = 5_000;
/** How often to look whether the device that was opened is still the one at that path. */
export const CHECK_MS = 2_000;
const OPEN_DEADLINE_MS = 5_000;

/** Which device lies at the path now; null when none does, or when the system has no such files (Windows). */
async function identity(path: string): Promise<string | null> {
  if (!path.startsWith('/')) return null;
  return stat(path).then(
    ({ dev, ino, rdev }) => `${dev} ${ino} ${rdev}`,
    () => null,
  );
}

function closePort(port: SerialPort): Promise<void> {
  return new Promise((resolve) => {
    if (port.isOpen) port.close(() => resolve());
    else resolve();
  });
}

export function openSerialLink(options: SerialLinkOptions, events: SerialLinkEvents): SerialLink {
  const { clock, path, baudRate, access = null } = options;
  let status: LinkStatus = { kind: 'connecting' };
  let port: SerialPort | null = null;
  let retryMs = RETRY_FIRST_MS;
  let cancelTimer = (): void => {};
  let opening: Promise<void> = Promise.resolve();
  let closed = false;

  function tell(next: LinkStatus): void {
    if (closed || (next.kind === status.kind && !(next.kind === 'absent' && isNews(next.detail)))) return;
    status = next;
    events.status(next);
  }
  const isNews = (detail: string): boolean => status.kind === 'absent' && status.detail !== detail;

  function lose(detail: string): void {
    cancelTimer();
    const lost = port;
    port = null;
    if (lost !== null) void closePort(lost);
    if (closed) return;
    tell({ kind: 'absent', detail });
    cancelTimer = clock.after(retryMs, start);
    retryMs = Math.min(retryMs * 2, RETRY_LAST_MS);
  }

  /** serialport can miss a hang-up that falls between two of its reads, so the path is looked at as well. */
  function watch(opened: SerialPort, device: string | null): void {
    if (device === null) return;
    cancelTimer = clock.after(CHECK_MS, async () => {
      const now = await identity(path);
      if (port !== opened) return;
      if (now === device) watch(opened, device);
      else lose('unplugged');
    });
  }

  async function open(): Promise<void> {
    const cancelDeadline = clock.after(OPEN_DEADLINE_MS, () => {
      if (status.kind === 'connecting') tell({ kind: 'absent', detail: 'does not open' });
    });
    try {
      // Loaded when first needed: the native part takes its time, and many kiosks have no reader.
      const serial = await import('serialport');
      const device = await identity(path);
      const real = access === null ? ({ ok: true, value: path } as const) : await findDevice(path);
      if (!real.ok) return lose(real.error);
      const opened = new serial.SerialPort({ path: real.value, baudRate, autoOpen: false });
      // Without these two listeners a fault ends the process, and an unplugged device is never noticed.
      opened.on('error', (error) => port === opened && lose(error.message));
      opened.on('data', (chunk: Buffer) => port === opened && events.data(new Uint8Array(chunk)));
      opened.on('close', () => port === opened && lose('unplugged'));
      const fault = await new Promise<Error | null>((resolve) => opened.open(resolve));
      if (closed) return await closePort(opened);
      if (fault !== null) return lose(fault.message);
      const wrong = access === null ? null : openedFault(opened);
      if (wrong !== null) {
        await closePort(opened);
        return lose(`${path}: ${wrong}`);
      }
      port = opened;
      retryMs = RETRY_FIRST_MS;
      watch(opened, device);
      tell({ kind: 'ready' });
    } catch (error) {
      lose((error as Error).message);
    } finally {
      cancelDeadline();
    }
  }

  function start(): void {
    opening = open();
  }

  start();
  return {
    status: () => status,
    async close() {
      if (closed) return;
      closed = true;
      cancelTimer();
      await opening;
      const last = port;
      port = null;
      if (last !== null) await closePort(last);
    },
  };
}
