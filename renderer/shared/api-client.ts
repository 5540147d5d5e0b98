/**
 * REST client of the pages.
 *
 * Same origin, key of the signed-in user, a deadline per request, and failures as values with user texts
 * (`shared/failure-text.ts`).
 */
import type { Static, TObject } from 'typebox';
import { ERRNO, type Result } from '../../main/lib/result.ts';
import { type CallerParameters, type Endpoint, requestOf } from '../../main/rest/contract/endpoint.ts';

export type RestFailure =
  /** The server rejected the request: its errno, and details. */
  | {
      readonly kind: 'refused';
      readonly errno: number;
      /** The invalid parameter; empty if not stated. */
      readonly parameter: string;
      /** English error text for details. */
      readonly error: string;
      /** For a document: every fault with its path. */
      readonly faults: readonly string[];
    }
  /** Unreachable, or an invalid response. Whether the request was executed is unknown. */
  | { readonly kind: 'away' };

export type RestResult<Answer> = Result<Answer, RestFailure>;

export interface SendOptions {
  /** For a request that can be sent twice and must be executed once. */
  readonly idempotencyKey?: string;
  /** For large files; default: ten seconds. */
  readonly timeoutMs?: number;
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** Reads a body that is not JSON. */
  readonly read?: (response: Response) => Promise<unknown>;
}

/** An operation with a document takes it beside its parameters. */
type CallOptions<Document> = Document extends undefined
  ? [options?: SendOptions]
  : [options: SendOptions & { readonly document: Document }];

export interface Rest {
  /**
   * Parameters fill the path; the others form the body of a POST or PUT, or the query if there is no body or a
   * document.
   */
  call<Taken extends TObject, Answer extends TObject, Document extends object | undefined>(
    endpoint: Endpoint<Taken, Answer, Document>,
    parameters: CallerParameters<Taken>,
    ...options: CallOptions<Document>
  ): Promise<RestResult<Static<Answer>>>;
}

export interface RestOptions {
  /** The key to send; null or empty: none. */
  readonly key?: () => string | null;
  /** Language of names in responses. */
  readonly language?: () => string;
  /**
   * Called when the sent key is no longer valid (101 to 103), so that nothing was executed; null: none was sent.
   * Resolves to true if there is a new key: then the request is repeated.
   */
  readonly onKeyEnded?: (sent: string | null) => Promise<boolean>;
  /** URL of the page, one level below its server. */
  readonly page?: string;
  readonly fetch?: typeof fetch;
}

const TIMEOUT_MS = 10_000;
const AWAY: RestResult<never> = { ok: false, error: { kind: 'away' } };
/** The key is missing, invalid, or expired. */
export const KEY_ERRNOS: readonly number[] = [ERRNO.keyMissing, ERRNO.keyInvalid, ERRNO.keyExpired];

export function createRest(options: RestOptions = {}): Rest {
  const send = options.fetch ?? window.fetch.bind(window);

  function address(path: string, query: object): URL {
    const url = new URL(`../restapi/${path}`, options.page ?? window.location.href);
    for (const [name, value] of Object.entries(query)) {
      if (Array.isArray(value)) for (const each of value) url.searchParams.append(`${name}[]`, each);
      else url.searchParams.set(name, value);
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

  async function call<Answer>(at: string, parameters: object, more: Sending = {}): Promise<RestResult<Answer>> {
    const { document, idempotencyKey, timeoutMs = TIMEOUT_MS, signal } = more;
    const [method, path, others] = requestOf(at, parameters);
    const body = document ?? (method[0] === 'P' ? others : undefined);
    const late = AbortSignal.timeout(timeoutMs);
    const key = keyNow();
    let answer: unknown;
    try {
      const response = await send(address(path, body === others ? {} : others), {
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
      answer = await (more.read?.(response) ?? response.json());
    } catch {
      return AWAY;
    }
    return read(answer, key, () => call<Answer>(at, parameters, more));
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

  return { call };
}

interface Sending extends SendOptions {
  readonly document?: object | undefined;
}

interface FailureBody {
  readonly errno: number;
  readonly error: string;
  readonly parameter: string;
  readonly faults: readonly string[];
}
