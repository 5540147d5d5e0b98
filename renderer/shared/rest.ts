/**
 * The REST interface as pages speak it: same origin, the key of whoever is signed in, a deadline on every request, and
 * failures as values that can be told to a person (`shared/failure-text.ts`).
 */
import { ERRNO } from '../../main/contract/errno.ts';
import type { Result } from '../../main/contract/result.ts';

export type RestFailure =
  /** The server said no: its errno, and what it was about. */
  | {
      readonly kind: 'refused';
      readonly errno: number;
      /** The parameter that is wrong; empty when it does not say. */
      readonly parameter: string;
      /** English, for the curious. */
      readonly error: string;
      /** Of a document: every fault with its path. */
      readonly faults: readonly string[];
    }
  /** Not to be reached, or its answer makes no sense. Whether it did what was asked, nobody knows. */
  | { readonly kind: 'away' };

export type RestResult<Answer> = Result<Answer, RestFailure>;

type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface SendOptions {
  /** Of a request that may be sent twice and must be done once. */
  readonly idempotencyKey?: string;
  /** Of files that are large; else a request has ten seconds. */
  readonly timeoutMs?: number;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
  /** Hears what the answer says beside its body. */
  readonly onHeaders?: (headers: Headers) => void;
}

/** `path` is what stands after `/restapi/`, such as `v2/queuemanagement/callnextticket`. */
export interface Rest {
  get<Answer>(
    path: string,
    query?: Query,
    options?: Pick<SendOptions, 'timeoutMs' | 'signal'>,
  ): Promise<RestResult<Answer>>;
  post<Answer>(path: string, body: object, options?: SendOptions): Promise<RestResult<Answer>>;
  put<Answer>(path: string, body: object, options?: SendOptions): Promise<RestResult<Answer>>;
  delete<Answer>(path: string): Promise<RestResult<Answer>>;
  /** An answer that is no JSON, such as a table as CSV: as it comes. */
  file(path: string, query?: Query): Promise<RestResult<Blob>>;
}

export interface RestOptions {
  /** The key to send; null or empty: none. */
  readonly key?: () => string | null;
  /** The language of names in answers. */
  readonly language?: () => string;
  /**
   * The key that was sent is not good any more (101 to 103), so that nothing was done; null: none was sent. True: there is
   * another in its place by now, with which the same is asked once more.
   */
  readonly onKeyEnded?: (sent: string | null) => Promise<boolean>;
  /** Address of the page; it stands one level below its server. */
  readonly page?: string;
  readonly fetch?: typeof fetch;
}

const TIMEOUT_MS = 10_000;
/** A table of years takes a while. */
const FILE_TIMEOUT_MS = 120_000;
const AWAY: RestResult<never> = { ok: false, error: { kind: 'away' } };
/** The key is missing, not good any more, or too old. */
export const KEY_ERRNOS: readonly number[] = [ERRNO.keyMissing, ERRNO.keyInvalid, ERRNO.keyExpired];

export function createRest(options: RestOptions = {}): Rest {
  const send = options.fetch ?? window.fetch.bind(window);

  function address(path: string, query: Query): URL {
    const url = new URL(`../restapi/${path}`, options.page ?? window.location.href);
    for (const [name, value] of Object.entries(query)) {
      if (typeof value === 'object') for (const each of value) url.searchParams.append(`${name}[]`, each);
      else url.searchParams.set(name, String(value));
    }
    return url;
  }

  function keyNow(): string | null {
    return options.key?.() || null;
  }

  function who(key: string | null): Record<string, string> {
    const language = options.language?.() ?? '';
    return {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(language === '' ? {} : { 'accept-language': language.replaceAll('_', '-') }),
    };
  }

  async function file(path: string, query: Query = {}): Promise<RestResult<Blob>> {
    const key = keyNow();
    try {
      const signal = AbortSignal.timeout(FILE_TIMEOUT_MS);
      const response = await send(address(path, query), { headers: who(key), cache: 'no-store', signal });
      const isFailure = response.headers.get('content-type')?.startsWith('application/json') === true;
      if (!isFailure) return { ok: true, value: await response.blob() };
      return await read(await response.json(), key, () => file(path, query));
    } catch {
      return AWAY;
    }
  }

  async function ask<Answer>(
    method: string,
    path: string,
    more: SendOptions & { body?: object; query?: Query },
  ): Promise<RestResult<Answer>> {
    const { body, query = {}, idempotencyKey, timeoutMs = TIMEOUT_MS, signal } = more;
    const late = AbortSignal.timeout(timeoutMs);
    const key = keyNow();
    let answer: unknown;
    try {
      const response = await send(address(path, query), {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...who(key),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        cache: 'no-store',
        signal: signal === undefined ? late : AbortSignal.any([late, signal]),
      });
      answer = await response.json();
      more.onHeaders?.(response.headers);
    } catch {
      return AWAY;
    }
    return read(answer, key, () => ask<Answer>(method, path, more));
  }

  async function read<Answer>(
    answer: unknown,
    key: string | null,
    again: () => Promise<RestResult<Answer>>,
  ): Promise<RestResult<Answer>> {
    if (typeof answer !== 'object' || answer === null || !('success' in answer)) return AWAY;
    if (answer.success === true) return { ok: true, value: answer as Answer };
    const { errno = ERRNO.unknown, error = '', parameter = '', faults = [] } = answer as Partial<FailureBody>;
    if (KEY_ERRNOS.includes(errno) && (await options.onKeyEnded?.(key)) === true) return again();
    return { ok: false, error: { kind: 'refused', errno, error, parameter, faults } };
  }

  return {
    get: (path, query = {}, more = {}) => ask('GET', path, { query, ...more }),
    post: (path, body, more = {}) => ask('POST', path, { body, ...more }),
    put: (path, body, more = {}) => ask('PUT', path, { body, ...more }),
    delete: (path) => ask('DELETE', path, {}),
    file,
  };
}

interface FailureBody {
  readonly errno: number;
  readonly error: string;
  readonly parameter: string;
  readonly faults: readonly string[];
}
