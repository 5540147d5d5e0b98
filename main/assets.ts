/** Where the files that come with the program lie: the same from the sources, the bundle and inside a package. */

/** `path` is relative to `assets/`. The sources stand in `main/`, the bundle in `dist/main/`. */
export function assetUrl(path: string): URL {
  const root = import.meta.url.endsWith('.ts') ? '../assets/' : '../../assets/';
  return new URL(path, new URL(root, import.meta.url));
}

/** The built pages. */
export function pagesUrl(): URL {
  return new URL('../dist/renderer/', assetUrl(''));
}
