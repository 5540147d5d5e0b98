/** Serves the built pages with security headers. */
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Distinguishes our program from another one at the same port. */
export const PROGRAM_HEADER = 'x-take-a-number';

/** A page loads only our files, is shown in no frame, and sends no referrer. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

export interface PageAddress {
  /** Its folder in the build. */
  readonly name: string;
  /** Its path, if not `/<name>/`: one level deep, so that the page finds its files at `../assets/`. */
  readonly path?: string;
  /** Whether it can show pictures of the site's media origins. */
  readonly showsMedia?: boolean;
  /**
   * Whether it can list the computer's audio outputs, for a headset or induction loop. Browsers tie this to the
   * microphone permission. The page never asks for it, so the browser's policy must grant it.
   */
  readonly choosesOutput?: boolean;
  /** Its URL is a secret: caching is off. */
  readonly isSecret?: boolean;
}

/** Kiosk page, in every program. */
export const KIOSK_PAGE: PageAddress = { name: 'kiosk', choosesOutput: true };

/** Pages of a server, which need its API. */
export const SERVER_PAGES: readonly PageAddress[] = [
  { name: 'counter' },
  { name: 'admin' },
  { name: 'display', showsMedia: true, choosesOutput: true },
  { name: 'pair' },
  { name: 'ticket', path: '/ticket/:secret', isSecret: true },
];

/** Links from other origins are allowed. */
export const IS_PAGE = { config: { isPage: true } } as const;

/** Files below `assets/` have a content hash in their name. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The headers of a page that can also show pictures from these origins. */
function withPicturesFrom(origins: readonly string[]): Readonly<Record<string, string>> {
  const policy = PAGE_HEADERS['content-security-policy'] ?? '';
  const widened = policy.replace("img-src 'self' data:", ["img-src 'self' data:", ...origins].join(' '));
  return { ...PAGE_HEADERS, 'content-security-policy': widened };
}

function page(
  { pagesDir, mediaOrigins }: PagesOptions,
  { name, showsMedia, choosesOutput, isSecret }: PageAddress,
): (request: unknown, reply: FastifyReply) => FastifyReply {
  const permissions = PAGE_HEADERS['permissions-policy'] ?? '';
  return (_request, reply) =>
    reply
      .headers(showsMedia === true ? withPicturesFrom(mediaOrigins?.() ?? []) : PAGE_HEADERS)
      .header(
        'permissions-policy',
        choosesOutput === true ? permissions.replace('microphone=()', 'microphone=(self)') : permissions,
      )
      .header(PROGRAM_HEADER, name)
      .header('cache-control', isSecret === true ? 'no-store' : 'no-cache')
      .sendFile(`${name}/index.html`, pagesDir);
}

export interface PagesOptions {
  readonly pagesDir: string;
  readonly pages: readonly PageAddress[];
  /** Media origins of the site, besides this server. */
  readonly mediaOrigins?: () => readonly string[];
  /** Name of the page for `/`; without it the first one. */
  readonly first?: () => string;
}

/**
 * Serves the pages of `pagesDir` (the build's `dist/renderer`): each at `/<name>/` or its own path, their files below
 * `/assets/`. `/<name>` redirects to `/<name>/`, so that relative URLs work.
 */
export async function registerPages(server: FastifyInstance, options: PagesOptions): Promise<void> {
  await server.register(fastifyStatic, {
    root: join(options.pagesDir, 'assets'),
    // Its own route would list the whole folder for each request, to compare names with those of the file system.
    serve: false,
    decorateReply: true,
    index: false,
    // Compressed files from the build.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Called for the pages too, whose content changes under the same name.
      if (path.endsWith('.html')) return;
      void reply
        .header('cache-control', FOR_EVER)
        .header('x-content-type-options', 'nosniff')
        // A worker uses the policy of its script file.
        .header('content-security-policy', PAGE_HEADERS['content-security-policy'] ?? '');
    },
  });
  server.get<{ Params: { readonly file: string } }>('/assets/:file', (request, reply) =>
    reply.sendFile(request.params.file),
  );
  for (const each of options.pages) {
    const { name, path } = each;
    if (path !== undefined) {
      server.get(path, IS_PAGE, page(options, each));
      continue;
    }
    server.get(`/${name}/`, IS_PAGE, page(options, each));
    server.get(`/${name}`, IS_PAGE, (request, reply) =>
      reply.redirect(`/${name}/${request.url.slice(name.length + 1)}`),
    );
  }
  server.get('/', IS_PAGE, (_request, reply) =>
    reply.redirect(`/${options.first?.() ?? options.pages[0]?.name ?? 'kiosk'}/`),
  );
}
