/** The pages, as the build left them, with the headers that keep them to themselves. */
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Tells a program of ours from a stranger at the same port. */
export const PROGRAM_HEADER = 'x-take-a-number';

/** A page loads nothing that is not ours, is shown in no frame, and tells nobody where a visitor came from. */
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
  /** Where it is, if not at `/<name>/`: one level deep, so that the page finds its files at `../assets/`. */
  readonly path?: string;
  /** Whether it may show pictures of the origins that the site names. */
  readonly showsMedia?: boolean;
  /**
   * Whether it may know the computer's outputs of sound, for a headset or an induction loop. Browsers tell them where a page might ask for the
   * microphone; that the page does not, and whether it may, is still said by whoever sets the browser up.
   */
  readonly choosesOutput?: boolean;
  /** Its address is a secret: no cache keeps it. */
  readonly isSecret?: boolean;
}

/** Draws the kiosk of this program; any program has it. */
export const KIOSK_PAGE: PageAddress = { name: 'kiosk', choosesOutput: true };

/** The pages of a server: they live from its interface. */
export const SERVER_PAGES: readonly PageAddress[] = [
  { name: 'counter' },
  { name: 'admin' },
  { name: 'display', showsMedia: true, choosesOutput: true },
  { name: 'pair' },
  { name: 'ticket', path: '/ticket/:secret', isSecret: true },
];

/** Links from everywhere may lead here. */
export const IS_PAGE = { config: { isPage: true } } as const;

/** Files below `assets/` bear a hash of their content in their name. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** The headers of a page that may also show pictures from these origins. */
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
  /** Where pictures of the site may come from, besides this server. */
  readonly mediaOrigins?: () => readonly string[];
  /** Name of the page to which `/` leads; without it the first one. */
  readonly first?: () => string;
}

/**
 * Serves the pages of `pagesDir` (the build's `dist/renderer`): each at `/<name>/` or its own path, their files below
 * `/assets/`. `/<name>` leads to `/<name>/`, so that what the page asks for relative to itself is found.
 */
export async function registerPages(server: FastifyInstance, options: PagesOptions): Promise<void> {
  await server.register(fastifyStatic, {
    root: join(options.pagesDir, 'assets'),
    prefix: '/assets/',
    decorateReply: true,
    index: false,
    // As the build left them, beside the files.
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // It is asked for the pages themselves too: these have one name for ever, and another content some day.
      if (path.endsWith('.html')) return;
      void reply
        .header('cache-control', FOR_EVER)
        .header('x-content-type-options', 'nosniff')
        // A worker lives by the policy of its own file.
        .header('content-security-policy', PAGE_HEADERS['content-security-policy'] ?? '');
    },
  });
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
