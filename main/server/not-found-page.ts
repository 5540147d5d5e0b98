/** Page for an address that does not exist, for people who typed it. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type english from '../../assets/locales/en/not-found.json';
import { localeTexts } from '../lib/assets.ts';
import { computedOnce } from '../lib/computed-once.ts';
import { acceptedLanguages, languageTag, matchLanguage } from '../lib/language.ts';
import { LANGUAGES } from '../lib/languages.ts';
import { writingDirection } from '../lib/writing-direction.ts';

/** Pages that it leads to, if this server has them. */
const PAGES = [
  ['/kiosk/', 'kiosk'],
  ['/counter/', 'counter'],
  ['/admin/', 'admin'],
  ['/help/', 'help'],
] as const;

const STYLE = `
  :root { color-scheme: light dark; }
  body { max-width: 32rem; margin: 12vh auto; padding: 0 1rem; font: 1.125rem/1.5 system-ui, sans-serif; }
  ul { padding: 0; list-style: none; }
  a { display: inline-block; padding-block: 0.6rem; color: inherit; }
`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  vary: 'Accept, Accept-Language',
};

/** Whether a browser opens the address as a page. Programs get the error as JSON or XML. */
export function opensPage({ method, url, headers }: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): boolean {
  return method === 'GET' && !url.startsWith('/restapi') && headers.accept?.includes('text/html') === true;
}

/** Texts of all languages, read when the first page is sent. */
const readTexts = computedOnce((file: 'not-found') => localeTexts<typeof english>(file, LANGUAGES));

/**
 * Sends the page in the language of the browser.
 * @param isThere whether this server answers at a path
 */
export function sendNotFoundPage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  isThere: (path: string) => boolean,
): FastifyReply {
  const accepted = acceptedLanguages(headers['accept-language'] ?? '');
  const language = accepted.map((each) => matchLanguage(each, LANGUAGES)).find((each) => each !== null) ?? 'en';
  const texts = readTexts('not-found').get(language);
  if (texts === undefined) throw new Error(`There are no texts in ${language}.`);
  const links = PAGES.filter(([path]) => isThere(path)).map(
    ([path, name]) => `<li><a href="${path}">${texts[name]}</a></li>`,
  );
  const page = `<!doctype html>
<html lang="${languageTag(language)}" dir="${writingDirection(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${texts.title} · Take a Number</title>
<style>${STYLE}</style>
<h1>${texts.title}</h1>
<p>${texts.text}</p>
<ul>${links.join('')}</ul>
</html>
`;
  return reply
    .code(404)
    .headers({ ...HEADERS, 'content-language': languageTag(language) })
    .send(page);
}
