/**
 * Last hour of the log in memory, for remote support.
 *
 * Log entries never contain personal data.
 */
import type { Clock, Log } from '../context.ts';
import type { LogLevel } from './event.ts';
import type { EventName } from './events.ts';

export interface RecentLog extends Log {
  /** Newest lines of the last hour, oldest first, one JSON text per line, limited to this many characters. */
  lastHour(mostLetters: number): string;
}

const HOUR_MS = 3_600_000;
/** More than an hour of a busy kiosk; a server under load keeps less. */
const MAX_LINES = 4_000;
const MAX_LINE_LETTERS = 2_000;

interface Line {
  readonly at: number;
  readonly text: string;
}

/** Wraps a log and keeps its lines. A log that already does so is returned unchanged. */
export function keepRecent(log: Log, clock: Pick<Clock, 'now'>): RecentLog {
  if (isRecent(log)) return log;
  /** Ring buffer: the next line replaces the oldest. */
  const lines: Line[] = [];
  let next = 0;

  function keep(level: LogLevel, event: EventName, data: object): void {
    const at = clock.now();
    const text = JSON.stringify({ time: new Date(at).toISOString(), level, event, ...data });
    lines[next] = { at, text: text.slice(0, MAX_LINE_LETTERS) };
    next = (next + 1) % MAX_LINES;
  }

  const logger =
    (level: LogLevel) =>
    (event: EventName, data: object = {}): void => {
      // The caller's types have checked event and fields.
      Reflect.apply(log[level], log, [event, data]);
      keep(level, event, data);
    };

  return {
    info: logger('info'),
    warn: logger('warn'),
    error: logger('error'),
    lastHour(mostLetters) {
      const since = clock.now() - HOUR_MS;
      const inOrder = [...lines.slice(next), ...lines.slice(0, next)].filter(({ at }) => at > since);
      const taken: string[] = [];
      let letters = 0;
      for (const { text } of inOrder.toReversed()) {
        letters += text.length + 1;
        if (letters > mostLetters) break;
        taken.push(text);
      }
      return taken.toReversed().join('\n');
    },
  };
}

function isRecent(log: Log): log is RecentLog {
  return 'lastHour' in log;
}
