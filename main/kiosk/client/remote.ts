/** HTTP client for a remote server, with safe retries. */
import type { Fetch, FetchAnswer, FetchRequest } from './client.ts';

const DEADLINE_MS = 5_000;
/** A server of ours answers in kilobytes; whatever sends more is no such server. */
const MAX_ANSWER_CHARACTERS = 20_000_000;

export interface RemoteOptions {
  /** Such as `https://queue.example`; a path in it stands before every address. */
  readonly baseUrl: string;
  readonly deadlineMs?: number;
}

/**
 * Asks a server elsewhere. A request that got no answer is sent once more when that does no harm: a question, or
 * something with an idempotency key. Somebody stands there who has given a code: that is asked again when its line had gone, as one
 * does that was kept for long, and not waited for twice.
 */
export function remoteFetch({ baseUrl, deadlineMs = DEADLINE_MS }: RemoteOptions): Fetch {
  const base = baseUrl.replace(/\/+$/, '');

  async function once(path: string, { method, headers, body }: FetchRequest): Promise<FetchAnswer> {
    const response = await fetch(base + path, {
      method,
      headers: { ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(deadlineMs),
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (text.length > MAX_ANSWER_CHARACTERS) throw new Error('the answer is too long');
    return { status: response.status, body: text, header: (name) => response.headers.get(name) };
  }

  return async (path, request) => {
    try {
      return await once(path, request);
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      const harmless = request.method === 'GET' || request.headers['idempotency-key'] !== undefined;
      if (!harmless && (isLate || request.onlyAsks !== true)) throw error;
      return once(path, request);
    }
  };
}
