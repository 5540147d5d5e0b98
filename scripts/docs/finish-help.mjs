// Last steps of the documentation site: no inline scripts, and a check of every link.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow } from '../lib/files-below.mjs';

const INLINE_SCRIPT = /<script((?: (?!src=)[\w-]+(?:="[^"]*")?)*)>([\s\S]+?)<\/script>/g;
/** Styles of the theme that style.css has, or that its scripts set. */
const KNOWN_STYLE = / style="(?:position:relative;|--vp-vh:0px;)"/g;
const REFERENCE = /<[a-z][^>]*? (?:href|src)="([^"]*)"/g;
const ID = / id="([^"]*)"/g;

const unescaped = (text) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'");

/** The Content Security Policy of the pages allows scripts and styles in files only. */
function withoutInlineParts(html, folder, base) {
  const unstyled = html.replaceAll(KNOWN_STYLE, '');
  const style = /<[^>]* style="[^"]*"[^>]*>|<style[^>]*>/.exec(unstyled)?.[0];
  if (style !== undefined) throw new Error(`the Content Security Policy forbids this style: ${style}`);
  return unstyled.replaceAll(INLINE_SCRIPT, (_all, attributes, code) => {
    const name = `assets/inline.${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
    writeFileSync(join(folder, name), code);
    return `<script${attributes} src="${base}${name}"></script>`;
  });
}

/** Links of a page that lead nowhere. */
function brokenLinks(page, { html, folder, base, idsOf }) {
  return [...html.matchAll(REFERENCE)]
    .map(([, link]) => unescaped(link))
    .filter((link) => link !== '' && !/^(?:[a-z]+:|\/\/)/.test(link))
    .filter((link) => {
      const [path = '', anchor = ''] = link.split('#').map(decodeURIComponent);
      if (path.startsWith('/') && !path.startsWith(base)) return true;
      const file = path.startsWith('/') ? path.slice(base.length) : path && join(dirname(page), path);
      const target = join(folder, file === '' ? (path === '' ? page : 'index.html') : file);
      const found = existsSync(target) && statSync(target).isDirectory() ? join(target, 'index.html') : target;
      if (!existsSync(found)) return true;
      return anchor !== '' && !idsOf(found).has(anchor);
    });
}

/**
 * @param {string} folder of the built site
 * @param {string} base path of its addresses, with a slash at both ends
 * @throws if a link leads nowhere
 */
export function finishHelp(folder, base) {
  const pages = filesBelow(folder, '.html');
  const texts = new Map(
    pages.map((page) => [page, withoutInlineParts(readFileSync(join(folder, page), 'utf8'), folder, base)]),
  );
  for (const [page, html] of texts) writeFileSync(join(folder, page), html);
  const idsOf = (file) => new Set([...readFileSync(file, 'utf8').matchAll(ID)].map(([, id]) => unescaped(id)));
  const broken = [...texts].flatMap(([page, html]) =>
    brokenLinks(page, { html, folder, base, idsOf }).map((link) => `${page}: ${link}`),
  );
  if (broken.length > 0) throw new Error(`links that lead nowhere:\n${broken.join('\n')}`);
}
