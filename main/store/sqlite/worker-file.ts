/** The file that the store's thread runs: beside this one when the sources run, beside the program once it is bundled. */
export const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './worker.ts' : './store-worker.cjs',
  import.meta.url,
);
