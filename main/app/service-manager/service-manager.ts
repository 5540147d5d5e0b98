/**
 * Notifications to systemd (`Type=notify`, sd_notify(3)): ready, watchdog and stopping.
 *
 * Sends nothing without a service manager.
 */
import type { ClockAndLog } from '../../lib/context.ts';

/** `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`, set by systemd. */
type Environment = Readonly<Record<string, string | undefined>>;

export interface ServiceManager {
  /** Starts the watchdog heartbeat, which continues while `alive` resolves. */
  ready(status: string, alive: () => Promise<void>): void;
  /** @param withinMs maximum duration of the shutdown, where it can exceed systemd's timeout */
  stopping(withinMs?: number): void;
}

interface ServiceManagerOptions extends ClockAndLog {
  readonly environment: Environment;
  /** Whether the message was sent. */
  readonly send: (path: string, text: string) => boolean;
  readonly pid: number;
}

/** Heartbeats per watchdog interval. */
const SIGNS = 3;

export function createServiceManager({ environment, clock, log, send, pid }: ServiceManagerOptions): ServiceManager {
  const path = environment.NOTIFY_SOCKET ?? '';
  const everyMs =
    environment.WATCHDOG_PID === undefined || Number(environment.WATCHDOG_PID) === pid ? waitMs() / SIGNS : 0;
  let isOver = false;
  let isTold = true;

  function waitMs(): number {
    const ms = Number(environment.WATCHDOG_USEC ?? 0) / 1000;
    return Number.isFinite(ms) && ms > 0 ? ms : 0;
  }

  function tell(...lines: readonly string[]): void {
    if (path === '') return;
    let taken = false;
    try {
      taken = send(path, lines.join('\n'));
    } catch (error) {
      log.warn('systemd.notify-failed', { error: String(error) });
    }
    if (!taken && isTold) log.warn('systemd.notify-failed', {});
    isTold = taken;
  }

  return {
    ready(status, alive) {
      tell('READY=1', `STATUS=${status}`);
      if (path === '' || everyMs === 0) return;
      log.info('systemd.watchdog-enabled', { seconds: waitMs() / 1000 });
      const sign = async (): Promise<void> => {
        await alive();
        if (isOver) return;
        tell('WATCHDOG=1');
        clock.after(everyMs, () => void sign());
      };
      void sign();
    },
    stopping(withinMs) {
      isOver = true;
      tell('STOPPING=1', ...(withinMs === undefined ? [] : [`EXTEND_TIMEOUT_USEC=${withinMs * 1000}`]));
    },
  };
}
