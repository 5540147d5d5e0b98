/** Page for an address that does not exist, for people who typed it. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Pages that it leads to, if this server has them. */
const PAGES = [
  ['/kiosk/', 'Kiosk'],
  ['/counter/', 'Counter'],
  ['/admin/', 'Back office'],
  ['/help/', 'Documentation'],
] as const;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  vary: 'Accept',
};

/** Whether a browser opens the address as a page. Programs get the error as JSON or XML. */
export function opensPage({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  return method === 'GET' && !url.startsWith('/restapi') && headers.accept?.includes('text/html') === true;
}

/** @param isThere whether this server answers at a path */
export function sendNotFoundPage(reply: FastifyReply, isThere: (path: string) => boolean): FastifyReply {
  const links = PAGES.filter(([path]) => isThere(path)).map(([path, name]) => `<li><a href="${path}">${name}</a></li>`);
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Page not found · Take a Number</title>
<h1>Page not found</h1>
<p>This address does not exist. Check its spelling, or choose a page:</p>
<ul>${links.join('')}</ul>
</html>
`;
  return reply.code(404).headers(HEADERS).send(page);
}
