/** The store as one request sees it: whatever it asks there bears its id, down to the engine and into the log. */
import type { Store } from '../store/store.ts';

/** @param request id of the request. What is not asked with an id is as it was. */
export function storeOfRequest(store: Store, request: string): Store {
  const own: Pick<Store, 'run' | 'query' | 'report'> = {
    run: (operation, input, options) => store.run(operation, input, { ...options, request }),
    query: (query, input) => store.query(query, input, { request }),
    report: (report, input) => store.report(report, input, { request }),
  };
  // Not a copy: one is made for each request.
  return Object.assign(Object.create(store) as Store, own);
}
