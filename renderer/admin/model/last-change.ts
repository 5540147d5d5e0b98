/** The last change of the site by this page, as its response named it. */
import { UNDOABLE_HEADER } from '../../../main/rest/contract/undoable-header.ts';
import type { Rest } from '../../shared/api-client.ts';

/** Longer than reading the site after a change; an older change belongs to an earlier notice. */
const FRESH_MS = 15_000;

let last = { id: '', until: 0 };

/** The client, which notes changes. */
export function notingRest(rest: Rest): Rest {
  const call = (...[endpoint, parameters, options = {}]: Call): ReturnType<Rest['call']> => {
    const read = async (response: Response): Promise<unknown> => {
      const id = response.headers.get(UNDOABLE_HEADER);
      if (id !== null) last = { id, until: performance.now() + FRESH_MS };
      return options.read?.(response) ?? response.json();
    };
    return rest.call(endpoint, parameters, { ...options, read });
  };
  // The compiler cannot see that parameters and answer still belong to the endpoint.
  return { call: call as Rest['call'] };
}

type Call = [...asked: Parameters<Rest['call']>];

/** Id of the last change, once, if it can be undone; else empty. */
export function takeChange(): string {
  const { id, until } = last;
  last = { id: '', until: 0 };
  return performance.now() < until ? id : '';
}
