/**
 * Page that shows the API description.
 *
 * Four files, and nothing from another origin.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { IS_PAGE, PAGE_HEADERS } from './pages.ts';

const FILES = [
  { name: 'index.html', type: 'text/html', urls: ['/docs', '/docs/'] },
  { name: 'docs.js', type: 'text/javascript', urls: ['/docs/docs.js'] },
  { name: 'curl-line.js', type: 'text/javascript', urls: ['/docs/curl-line.js'] },
  { name: 'docs.css', type: 'text/css', urls: ['/docs/docs.css'] },
] as const;

/** @param docsDir folder of the files, as shipped with the program */
export async function registerDocsPage(server: FastifyInstance, docsDir: string): Promise<void> {
  for (const { name, type, urls } of FILES) {
    const content = await readFile(join(docsDir, name));
    for (const url of urls) {
      server.get(url, type === 'text/html' ? IS_PAGE : {}, (_request, reply) =>
        reply.headers(PAGE_HEADERS).header('cache-control', 'no-cache').type(`${type}; charset=utf-8`).send(content),
      );
    }
  }
}
