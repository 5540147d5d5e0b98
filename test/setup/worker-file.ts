/** Stands in for main/store/sqlite/worker-file.ts: the thread as `build-store-worker.ts` bundled it. */
export const workerFile = new URL('../../dist/test/store-worker.cjs', import.meta.url);
