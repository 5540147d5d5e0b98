import type { Log } from '../../../main/lib/context.ts';

/** A log that keeps everything it is told, as the lines that a file would hold. */
export interface RecordingLog extends Log {
  readonly lines: readonly string[];
  /** The events in order. */
  events(): string[];
}

export function recordingLog(): RecordingLog {
  const lines: string[] = [];
  const keep = (event: string, data?: object): void => {
    lines.push(JSON.stringify({ event, ...data }));
  };
  return {
    lines,
    info: keep,
    warn: keep,
    error: keep,
    events: () => lines.map((line) => (JSON.parse(line) as { event: string }).event),
  };
}
