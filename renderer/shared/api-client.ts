/**
 * REST client of the pages.
 *
 * Same origin, the key of whoever is signed in, a deadline on every request, and failures as values that can be told
 * to a person (`shared/failure-text.ts`).
 */
import type { Static, TObject } from 'typebox';
import { ERRNO } from '../../main/lib/errno.ts';
import type { Result } from '../../main/lib/result.ts';
import { type Endpoint, type GivenParameters, requestOf } from '../../main/rest/contract/endpoint.ts';

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

export interface SendOptions {
  /** Of a request that may be sent twice and must be done once. */
  readonly idempotencyKey?: string;
  /** Of files that are large; else a request has ten seconds. */
  readonly timeoutMs?: number;
  /** Ends it before its time. */
  readonly signal?: AbortSignal;
  /** Reads the body, where it is more than JSON or none. */
  readonly read?: (response: Response) => Promise<unknown>;
}

/** An operation that takes a document has it beside its parameters. */
type CallOptions<Document> = Document extends undefined
  ? [options?: SendOptions]
  : [options: SendOptions & { readonly document: Document }];

export interface Rest {
  /** Parameters fill the path; the others are the body of a POST or PUT, or the query where there is none or a document. */
  call<Taken extends TObject, Answer extends TObject, Document extends object | undefined>(
    endpoint: Endpoint<Taken, Answer, Document>,
    parameters: GivenParameters<Taken>,
    ...options: CallOptions<Document>
  ): Promise<RestResult<Static<Answer>>>;
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
const AWAY: RestResult<never> = { ok: false, error: { kind: 'away' } };
/** The key is missing, not good any more, or too old. */
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
