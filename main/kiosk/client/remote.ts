/** HTTP client for a remote server, with safe retries. */
import type { Fetch, FetchAnswer, FetchRequest } from './client.ts';

const DEADLINE_MS = 5_000;
/** Our servers respond with kilobytes; a larger response comes from another program. */
const MAX_ANSWER_CHARACTERS = 20_000_000;

export interface RemoteOptions {
  /** For example `https://queue.example`; a path in it precedes every request path. */
  readonly baseUrl: string;
  readonly deadlineMs?: number;
}

/**
 * Fetch for a remote server. A request without a response is retried once if that is safe: a `GET`, or one with an
 * idempotency key. A read-only `POST`, such as the lookup of a code, is retried only after a broken connection, for
 * example a stale keep-alive connection. After a timeout it is not, because a visitor waits.
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
    if (text.length > MAX_ANSWER_CHARACTERS) throw new Error('the response is too long');
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
