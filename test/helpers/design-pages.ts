/** The design pages, built and served for tests. */
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const FOLDER = fileURLToPath(new URL('../../.cache/design', import.meta.url));
const CONFIG = fileURLToPath(new URL('../../vite.design.config.ts', import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
};

export interface DesignPages {
  /** `http://127.0.0.1:port/` */
  readonly address: string;
  close(): Promise<void>;
}

export async function openDesignPages(): Promise<DesignPages> {
  await build({ configFile: CONFIG, logLevel: 'error' });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const file = join(FOLDER, normalize(decodeURIComponent(pathname)));
    if (!existsSync(file) || extname(file) === '') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    close: () => new Promise((closed) => void server.close(() => closed())),
  };
}
