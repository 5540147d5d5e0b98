/**
 * One thing that a clerk wants. Each has a key of its own, which goes with it however often it has to be sent: the
 * server does it once.
 */
import { ERRNO } from '../../main/contract/errno.ts';
import type { PathRest } from '../shared/path-rest.ts';
import type { RestResult } from '../shared/rest.ts';

/** How long to wait before each further try, in milliseconds. */
const RETRY_MS = [500, 1_000, 2_000, 4_000] as const;

export interface Attempt {
  readonly rest: PathRest;
  readonly path: string;
  readonly body: object;
  readonly key: string;
  /** Told before the first further try. */
  readonly onRetry: () => void;
}

export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Sends it until the server has answered, or for about eight seconds and the time of its tries. */
export async function attempt<Answer>({ rest, path, body, key, onRetry }: Attempt): Promise<RestResult<Answer>> {
  let answer = await rest.post<Answer>(path, body, { idempotencyKey: key });
  for (const [index, waitMs] of RETRY_MS.entries()) {
    const isBusy = !answer.ok && answer.error.kind === 'refused' && answer.error.errno === ERRNO.storeUnreachable;
    if (answer.ok || (answer.error.kind === 'refused' && !isBusy)) return answer;
    if (index === 0) onRetry();
    await new Promise((resolve) => window.setTimeout(resolve, waitMs));
    answer = await rest.post<Answer>(path, body, { idempotencyKey: key });
  }
  return answer;
}
