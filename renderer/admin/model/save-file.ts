import type { TObject } from 'typebox';
import type { CallerParameters, Endpoint } from '../../../main/rest/contract/endpoint.ts';
import type { Rest, RestResult } from '../../shared/api-client.ts';

/** Starts a browser download of the content. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // By then the browser has read the URL.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A table of several years takes a while. */
const TIMEOUT_MS = 120_000;

/** Fetches a response that is not JSON, such as a CSV table. */
export async function fetchFile<Taken extends TObject, Answer extends TObject>(
  rest: Rest,
  endpoint: Endpoint<Taken, Answer>,
  parameters: CallerParameters<Taken> & { readonly format: 'csv' | 'jsonl' },
): Promise<RestResult<Blob>> {
  let file: Blob | null = null;
  const answer = await rest.call(endpoint, parameters, {
    timeoutMs: TIMEOUT_MS,
    async read(response) {
      const isFailure = response.headers.get('content-type')?.startsWith('application/json') === true;
      if (isFailure) return response.json();
      file = await response.blob();
      return { success: true };
    },
  });
  if (!answer.ok) return answer;
  return file === null ? { ok: false, error: { kind: 'away' } } : { ok: true, value: file };
}
