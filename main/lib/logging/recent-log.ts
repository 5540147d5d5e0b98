/**
 * Last hour of the log in memory, for remote support.
 *
 * For a technician who is far away. What stands in the log at all names nobody, so this does not either.
 */
import type { Clock, Log } from '../context.ts';
import type { LogLevel } from './event.ts';
import type { EventName } from './events.ts';

export interface RecentLog extends Log {
  /** The newest lines of the last hour, oldest first, one JSON text a line, in at most so many letters. */
  lastHour(mostLetters: number): string;
}

const HOUR_MS = 3_600_000;
/** More than an hour of a busy kiosk; a server under load forgets sooner. */
const MAX_LINES = 4_000;
const MAX_LINE_LETTERS = 2_000;

interface Line {
  readonly at: number;
  readonly text: string;
}

/** Hands everything on, and remembers it. A log that remembers already is taken as it is. */
export function keepRecent(log: Log, clock: Pick<Clock, 'now'>): RecentLog {
  if (isRecent(log)) return log;
  /** A ring: the place of the next line is that of the oldest. */
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
      // The caller's types have checked the event and its fields.
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
