/**
 * Protocol `app://kiosk/`: built pages and recorded words, with security headers.
 *
 * Pages are read from one folder only; the program behind the window provides recorded words.
 */
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { CustomScheme, Protocol } from 'electron';
import { isOurs, PAGE_SCHEME } from './page-address.ts';

/** For `protocol.registerSchemesAsPrivileged`, before the app is ready: its own secure origin. */
export const PAGE_SCHEMES: CustomScheme[] = [
  { scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
];

/** The page reaches the host through the preload, so connections are needed for recorded words only. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "frame-src 'none'",
  "worker-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
};

/** A file of recorded words, or their list. */
export interface Recorded {
  readonly status: number;
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The response for a path below `/voice/`, with its query. */
export type FindRecorded = (path: string) => Promise<Recorded>;

const VOICE = '/voice/';

function refusal(status: number): Response {
  return new Response(null, { status, headers: HEADERS });
}

/** The file of a path, or null outside of `root`. */
function fileOf(root: string, pathname: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  // Dot segments that the URL parser left come from escaped slashes or dots, as in an attack.
  if (/[\0\\]|(^|\/)\.\.?(\/|$)/.test(path)) return null;
  const file = join(root, path.endsWith('/') ? `${path}index.html` : path);
  return file.startsWith(root.endsWith(sep) ? root : root + sep) ? file : null;
}

async function answerRecorded(find: FindRecorded, path: string, method: string): Promise<Response> {
  try {
    const { status, type, body } = await find(path);
    if (status !== 200) return refusal(404);
    return new Response(method === 'HEAD' ? null : body, { headers: { ...HEADERS, 'content-type': type } });
  } catch {
    return refusal(404);
  }
}

/** Serves a page's file, or recorded words. `root` is an absolute path. */
export async function answerPage(root: string, request: Request, recorded: FindRecorded): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405);
  if (!isOurs(request.url)) return refusal(404);
  const { pathname, search } = new URL(request.url);
  if (pathname.startsWith(VOICE)) return answerRecorded(recorded, `${pathname}${search}`, request.method);
  const file = fileOf(root, pathname);
  const type = file === null ? undefined : TYPES[extname(file)];
  if (file === null || type === undefined) return refusal(404);
  try {
    const body = new Uint8Array(await readFile(file));
    return new Response(request.method === 'HEAD' ? null : body, { headers: { ...HEADERS, 'content-type': type } });
  } catch {
    return refusal(404);
  }
}

export function servePages(protocol: Pick<Protocol, 'handle'>, root: string, recorded: FindRecorded): void {
  protocol.handle(PAGE_SCHEME, (request) => answerPage(root, request, recorded));
}
