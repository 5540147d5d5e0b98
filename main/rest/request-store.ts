/**
 * Store of one request, with its id on every call.
 *
 * Whatever it asks there bears its id, down to the engine and into the log.
 */
import type { LongStoreRequest, Store } from '../store/contract/store.ts';

/**
 * @param request id of the request. What is not asked with an id is as it was.
 * @param asking the same, with who asks and for how long; called for the first report
 */
export function storeOfRequest(store: Store, request: string, asking: () => LongStoreRequest): Store {
  let long: LongStoreRequest | undefined;
  const own: Pick<Store, 'run' | 'query' | 'report'> = {
    run: (operation, input, options) => store.run(operation, input, { ...options, request }),
    query: (query, input) => store.query(query, input, { request }),
    report(report, input) {
      long ??= asking();
      return store.report(report, input, long);
    },
  };
  // Not a copy: one is made for each request.
  return Object.assign(Object.create(store) as Store, own);
}
