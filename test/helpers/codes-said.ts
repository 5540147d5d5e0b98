import type { Page } from 'playwright-core';

/** Names in the style of field names that are proper names. */
const NO_CODES: ReadonlySet<string> = new Set(['eSpeak', 'iPhone']);

/**
 * Finds technical codes in visible or accessible text: role names, field names, error constants. Text that is marked as
 * code, such as column names to copy, is ignored.
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
