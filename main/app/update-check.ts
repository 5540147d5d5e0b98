/** Daily comparison of this program's version with the update feed of the organisation. */
import type { NewerVersion } from '../devices/contract/rest/overrides.ts';
import type { ClockAndLog } from '../lib/context.ts';
import { startRecurringJob } from '../lib/jobs/recurring-job.ts';
import { parseJson } from '../lib/parse-json.ts';

const PERIOD_MS = 24 * 3_600_000;
/** Spreads the requests of many machines that start together. */
const JITTER_MS = 3_600_000;
const DEADLINE_MS = 20_000;
const MAX_FEED_BYTES = 16 * 1024;
const MAX_NOTES_LENGTH = 500;
const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;

export interface UpdateCheckOptions extends ClockAndLog {
  /** Address of the feed. */
  readonly feed: string;
  /** Version of this program. */
  readonly version: string;
  /** 0 to 1. */
  readonly random?: () => number;
}

export interface UpdateCheck {
  /** Null without a newer version. */
  newer(): NewerVersion | null;
  close(): Promise<void>;
}

function numbersOf(version: string): readonly number[] {
  return VERSION.exec(version)?.slice(1).map(Number) ?? [];
}

/** Whether `version` is newer than `than`. */
export function isNewer(version: string, than: string): boolean {
  const [left, right] = [numbersOf(version), numbersOf(than)];
  const at = left.findIndex((number, place) => number !== right[place]);
  return at >= 0 && right.length > 0 && (left[at] ?? 0) > (right[at] ?? 0);
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_FEED_BYTES) throw new Error(`the feed is larger than ${MAX_FEED_BYTES} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Throws a one-line error for an invalid feed. */
function readFeed(text: string): NewerVersion {
  const feed = parseJson(text);
  const { version, notes = '' } = (typeof feed === 'object' && feed !== null ? feed : {}) as Record<string, unknown>;
  if (typeof version !== 'string' || !VERSION.test(version)) {
    throw new Error('version of the feed is missing or not like "1.0.1"');
  }
  return { version, notes: notes === '' ? '' : readNotes(notes) };
}

/** The address as browsers write it: control characters and those that change the direction of text are encoded. */
function readNotes(notes: unknown): string {
  const url = typeof notes === 'string' && URL.canParse(notes) ? new URL(notes) : null;
  const isPublic = url?.protocol === 'https:' && url.username === '' && url.password === '';
  if (url === null || !isPublic || url.href.length > MAX_NOTES_LENGTH) {
    throw new Error('notes of the feed is not an https URL');
  }
  return url.href;
}

/** Sends nothing about this installation: no version, no name, no cookie. */
async function fetchFeed(feed: string, signal: AbortSignal): Promise<NewerVersion> {
  const headers = { accept: 'application/json', 'user-agent': 'take-a-number' };
  const response = await fetch(feed, { headers, redirect: 'manual', signal }).catch((error: unknown) => {
    // Only the cause names the certificate or the connection.
    throw error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the feed returned HTTP ${response.status}`);
  }
  return readFeed(await readBounded(response));
}

export function startUpdateCheck(options: UpdateCheckOptions): UpdateCheck {
  const { feed, version, clock, log, random = Math.random } = options;
  let newer: NewerVersion | null = null;
  let hasStarted = false;
  let hasFailed = false;
  const job = startRecurringJob({
    clock,
    periodMs: PERIOD_MS,
    deadline: { ms: DEADLINE_MS, message: `no response within ${DEADLINE_MS / 1000} seconds` },
    async run({ signal }) {
      if (!hasStarted) {
        hasStarted = true;
        return clock.now() + random() * JITTER_MS;
      }
      const found = await fetchFeed(feed, signal);
      hasFailed = false;
      const known = newer?.version;
      newer = isNewer(found.version, version) ? found : null;
      if (newer !== null && newer.version !== known)
        log.info('update.available', { version, newer: newer.version, notes: newer.notes });
      return clock.now() + PERIOD_MS + random() * JITTER_MS;
    },
    onError(message) {
      if (!hasFailed) log.warn('update.feed-failed', { feed: new URL(feed).origin, error: message });
      hasFailed = true;
    },
  });
  return { newer: () => newer, close: () => job.close() };
}
