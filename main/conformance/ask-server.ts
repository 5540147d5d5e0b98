/** HTTP client for the server under test. */

export interface Target {
  /** `http://host:port`, without a path. */
  readonly url: string;
}

export interface Received {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** The parsed answer; undefined where it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the answers of a foreign server have any shape
  readonly body: any;
}

export interface ServerRequest {
  readonly method: string;
  /** From the root, with its query. */
  readonly path: string;
  readonly body?: unknown;
  /** Empty: none. */
  readonly key: string;
}

const DEADLINE_MS = 15_000;

/** @throws where there is no answer within 15 seconds. */
export async function askServer({ url }: Target, { method, path, body, key }: ServerRequest): Promise<Received> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(DEADLINE_MS),
    headers: {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, type: response.headers.get('content-type') ?? '', text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
