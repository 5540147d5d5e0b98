/** Holds every page to its size: `PAGE_LIMITS_KB` in bench/page-chunks.ts. Needs the built pages. */
import { pageScripts } from './bench/page-chunks.ts';

export default pageScripts().map(({ page, files, limitKb }) => ({
  name: `${page} page, scripts at its start`,
  path: [...files],
  gzip: true,
  limit: `${limitKb} kB`,
}));
