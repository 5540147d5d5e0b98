/** Known addresses of the server, with their methods. */
import type { FastifyInstance } from 'fastify';

/** Methods of each known path, for `Allow`, and to distinguish a wrong method from an unknown path. */
export interface AddressBook {
  /** Sorted, with HEAD and OPTIONS; empty for an unknown path. */
  methodsOf(path: string): readonly string[];
  /** Whether a WebSocket can be opened at this path. */
  takesWebSocket(path: string): boolean;
  /** Whether this path is a page's. Unusual spellings are not. */
  isPage(path: string): boolean;
}

interface Entry {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

/** Records the routes of a server as they are added, including those of plugins. */
export function keepAddressBook(app: FastifyInstance): AddressBook {
  const entries = new Map<string, Entry>();
  const sockets = new Set<string>();
  const pages: string[][] = [];
  app.addHook('onRoute', (route) => {
    const { url, method, config } = route;
    // Set by @fastify/websocket, which only servers with a page use.
    if ('websocket' in route && route.websocket === true) sockets.add(url);
    if (config?.isPage) pages.push(url.split('/'));
    const entry = entries.get(url) ?? { segments: url.split('/'), methods: new Set(['OPTIONS']) };
    for (const each of [method].flat()) entry.methods.add(each);
    if (config?.takesUpdate) entry.methods.add('UPDATE');
    if (entry.methods.has('GET')) entry.methods.add('HEAD');
    entries.set(url, entry);
  });
  return {
    takesWebSocket: (path) => sockets.has(path),
    isPage: (path) => pages.some((page) => matches(page, path.split('/'))),
    methodsOf(path) {
      const segments = path.split('/');
      const found = [...entries.values()].filter((entry) => matches(entry.segments, segments));
      return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
    },
  };
}

function matches(pattern: readonly string[], path: readonly string[]): boolean {
  const open = pattern.at(-1) === '*';
  if (open ? path.length < pattern.length : path.length !== pattern.length) return false;
  return pattern.every(
    (part, index) => part === '*' || (part.startsWith(':') && path[index] !== '') || part === path[index],
  );
}
