import type { Page } from 'playwright-core';

/** Names that are written like those of fields, and are none. */
const NO_CODES: ReadonlySet<string> = new Set(['eSpeak', 'iPhone']);

/**
 * What people see or hear on a page that is a code of the interface or of files: a role, the name of a field, a failure's
 * number by its name. What stands there to be copied, such as the columns of a table, is marked as code and left out.
 */
export async function codesSaid(page: Page): Promise<readonly string[]> {
  const said = await page.evaluate(() => {
    const heard = ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    );
    const marked = [...document.querySelectorAll('code')].map(({ innerText }) => innerText);
    const read = marked.reduce(
      (text, code) => (code === '' ? text : text.replaceAll(code, '')),
      document.body.innerText,
    );
    return [document.title, read, ...heard].join('\n');
  });
  const found = said.match(/\b(?:[a-z]+_[a-z]\w*|[a-z]+[A-Z][a-z]\w*|errno)\b/g) ?? [];
  return [...new Set(found)].filter((each) => !NO_CODES.has(each));
}
