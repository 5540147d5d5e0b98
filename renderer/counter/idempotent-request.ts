/**
 * One thing that a clerk wants. Each has a key of its own, which goes with it however often it has to be sent: the
 * server does it once.
 */

import type { Static, TObject } from 'typebox';
import { ERRNO } from '../../main/lib/errno.ts';
import type { Endpoint, GivenParameters } from '../../main/rest/contract/endpoint.ts';
import type { Rest, RestResult } from '../shared/api-client.ts';

/** How long to wait before each further try, in milliseconds. */
const RETRY_MS = [500, 1_000, 2_000, 4_000] as const;

export interface Attempt<Taken extends TObject, Answer extends TObject> {
  readonly rest: Rest;
  readonly endpoint: Endpoint<Taken, Answer>;
  readonly parameters: GivenParameters<Taken>;
  readonly key: string;
  /** Told before the first further try. */
  readonly onRetry: () => void;
}

export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Sends it until the server has answered, or for about eight seconds and the time of its tries. */
export async function attempt<Taken extends TObject, Answer extends TObject>({
  rest,
  endpoint,
  parameters,
  key,
  onRetry,
}: Attempt<Taken, Answer>): Promise<RestResult<Static<Answer>>> {
  const send = () => rest.call(endpoint, parameters, { idempotencyKey: key });
  let answer = await send();
  for (const [index, waitMs] of RETRY_MS.entries()) {
    const isBusy = !answer.ok && answer.error.kind === 'refused' && answer.error.errno === ERRNO.storeUnreachable;
    if (answer.ok || (answer.error.kind === 'refused' && !isBusy)) return answer;
    if (index === 0) onRetry();
    await new Promise((resolve) => window.setTimeout(resolve, waitMs));
    answer = await send();
  }
  return answer;
}
