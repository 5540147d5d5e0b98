/** Documentation site at `/help/`, as built by `npm run docs`. */
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
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
<h1>No help pages</h1>
<p>This installation has no help pages.</p>
<ul>
<li>Installed package: install a package that contains them, and restart the server.</li>
<li>From the sources: run <code>npm run docs</code>, and restart the server. The same texts are in the folder <code>docs</code>.</li>
</ul>
</html>
`;

/** Paths of the site's files below `/help/`, without links. Empty if the site is not built. */
async function helpPaths(folder: string, below = ''): Promise<readonly string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
  const paths = entries.map(async (entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) return helpPaths(folder, path);
    return entry.isFile() && extname(entry.name) in TYPES ? [path] : [];
  });
  return (await Promise.all(paths)).flat();
}

interface HelpFile {
  readonly path: string;
  readonly size: number;
  readonly etag: string;
}

/** The file as it is now; null for a link or a missing file. */
async function currentFile(path: string): Promise<HelpFile | null> {
  const found = await lstat(path).catch(() => null);
  if (found?.isFile() !== true) return null;
  const { size, mtimeMs } = found;
  return { path, size, etag: `"${Math.round(mtimeMs).toString(36)}-${size.toString(36)}"` };
}

/** Never more bytes than announced: they would begin the next response of the connection. */
function sendContent(reply: FastifyReply, { path, size }: HelpFile): FastifyReply {
  reply.header('content-length', size).type(TYPES[extname(path)] ?? '');
  return reply.send(size === 0 ? '' : createReadStream(path, { end: size - 1 }));
}

function send(reply: FastifyReply, address: string, file: HelpFile): FastifyReply {
  reply
    .headers(PAGE_HEADERS)
    .header('cache-control', address.startsWith('assets/') ? CACHED : 'no-cache')
    .header('etag', file.etag);
  return reply.request.headers['if-none-match'] === file.etag ? reply.code(304).send() : sendContent(reply, file);
}

function sendNotFound(reply: FastifyReply, page: HelpFile | null): FastifyReply {
  reply.code(404).headers(PAGE_HEADERS).header('cache-control', 'no-cache');
  return page === null ? reply.type(TYPES['.html'] ?? '').send(NOT_BUILT) : sendContent(reply, page);
}

/**
 * Serves only files that exist at the start. The site can be built again meanwhile, so their size is read per request.
 * @param helpDir the built site; it can be missing
 */
export async function registerHelpPages(server: FastifyInstance, helpDir: string): Promise<void> {
  const paths: ReadonlySet<string> = new Set(await helpPaths(helpDir));
  const fileAt = async (address: string): Promise<HelpFile | null> =>
    paths.has(address) ? currentFile(join(helpDir, address)) : null;
  server.get('/help', IS_PAGE, (_request, reply) => reply.redirect('/help/'));
  server.get<{ Params: { '*': string } }>('/help/*', IS_PAGE, async (request, reply) => {
    const wanted = request.params['*'];
    const address = wanted === '' || wanted.endsWith('/') ? `${wanted}index.html` : wanted;
    const file = await fileAt(address);
    return file === null ? sendNotFound(reply, await fileAt('404.html')) : send(reply, address, file);
  });
}
