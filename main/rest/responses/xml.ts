/**
 * XML responses, with the names of the JSON ones.
 *
 * Each list entry is an `item` element.
 */

/** Valid XML 1.0 element names, without colons. */
const NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;
const RESERVED = /^xml/i;

/** Characters that XML 1.0 forbids, including lone surrogates. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A parser would normalise these to a line feed or a space.
  '\r': '&#13;',
};
const ATTRIBUTE_ESCAPES: Readonly<Record<string, string>> = { ...ESCAPES, '\n': '&#10;', '\t': '&#9;' };

/** A document with the root element `response`. */
export function toXml(answer: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('response', answer)}`;
}

function element(name: string, value: unknown): string {
  const isName = NAME.test(name) && !RESERVED.test(name);
  const tag = isName ? name : 'item';
  const key = isName ? '' : ` key="${clean(name).replace(/[&<>"\r\n\t]/g, (found) => ATTRIBUTE_ESCAPES[found] ?? '')}"`;
  return `<${tag}${key}>${content(value)}</${tag}>`;
}

function content(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((entry) => element('item', entry)).join('');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, inner]) => element(name, inner))
      .join('');
  }
  return clean(String(value)).replace(/[&<>"\r]/g, (found) => ESCAPES[found] ?? '');
}

function clean(text: string): string {
  return text.replace(FORBIDDEN, '');
}
