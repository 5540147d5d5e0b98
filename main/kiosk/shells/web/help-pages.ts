/** Documentation site at `/help/`, as built by `npm run docs`. */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { IS_PAGE, PAGE_HEADERS } from './pages.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Files below `assets/` have a content hash in their name; others are revalidated by ETag. */
const CACHED = 'public, max-age=31536000, immutable';

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Help</title>
<h1>Help is not built</h1>
<p>Run <code>npm run docs</code> in the folder of the program, and restart the server.</p>
<p>The same pages are in the folder <code>docs</code>.</p>
</html>
`;

interface HelpFile {
  readonly path: string;
  readonly type: string;
  readonly size: number;
  readonly etag: string;
}

/** Files of the site by path below `/help/`, without links. Empty if the site is not built. */
async function helpFiles(folder: string, below = ''): Promise<ReadonlyMap<string, HelpFile>> {
  const files = new Map<string, HelpFile>();
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const address = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) {
      for (const [inside, file] of await helpFiles(folder, address)) files.set(inside, file);
      continue;
    }
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(folder, address);
    const { size, mtimeMs } = await stat(path);
    files.set(address, { path, type, size, etag: `"${Math.round(mtimeMs).toString(36)}-${size.toString(36)}"` });
  }
  return files;
}

function send(reply: FastifyReply, address: string, file: HelpFile): FastifyReply {
  reply
    .headers(PAGE_HEADERS)
    .header('cache-control', address.startsWith('assets/') ? CACHED : 'no-cache')
    .header('etag', file.etag);
  if (reply.request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  return reply.header('content-length', file.size).type(file.type).send(createReadStream(file.path));
}

function sendNotFound(reply: FastifyReply, page: HelpFile | undefined): FastifyReply {
  reply.code(404).headers(PAGE_HEADERS).header('cache-control', 'no-cache');
  if (page === undefined) return reply.type(TYPES['.html'] ?? '').send(NOT_BUILT);
  return reply.header('content-length', page.size).type(page.type).send(createReadStream(page.path));
}

/**
 * Serves only files that exist at the start.
 * @param helpDir the built site; it can be missing
 */
export async function registerHelpPages(server: FastifyInstance, helpDir: string): Promise<void> {
  const files = await helpFiles(helpDir);
  server.get('/help', IS_PAGE, (_request, reply) => reply.redirect('/help/'));
  server.get<{ Params: { '*': string } }>('/help/*', IS_PAGE, (request, reply) => {
    const wanted = request.params['*'];
    const address = wanted === '' || wanted.endsWith('/') ? `${wanted}index.html` : wanted;
    const file = files.get(address);
    return file === undefined ? sendNotFound(reply, files.get('404.html')) : send(reply, address, file);
  });
}
