/** Large JSON texts are parsed in parts, with the result that `JSON.parse` has. */
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../main/lib/steps.ts';
import { parseInParts } from '../../main/rest/parameters/json-parts.ts';

const LARGE = 200_000;
const long = 'x'.repeat(LARGE);
const items = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, id) => ({ id: `s${id}`, name: `"[{,é\\ ${id}`, list: [1, [], {}], none: null }));
const spaces = ' '.repeat(LARGE);

const parsed = (text: string): unknown => atOnce(parseInParts(Buffer.from(text)));

function steps(text: string): number {
  const work = parseInParts(Buffer.from(text));
  let count = 0;
  while (work.next().done !== true) count += 1;
  return count;
}

describe('a large JSON text', () => {
  it.each<[string, string]>([
    ['a list of many things', JSON.stringify(items(5_000))],
    ['lists in an object in an object', JSON.stringify({ success: true, site: { services: items(3_000), desks: [] } })],
    ['spaces between everything', JSON.stringify({ services: items(2_000), name: 'é' }, null, 3)],
    ['nothing but spaces in a list', `[${spaces}]`],
    ['nothing but spaces in an object', `{"a":{${spaces}}}`],
    ['a long string among short ones', JSON.stringify(['a', long, 'b', { [long]: long }])],
    ['a long string with escapes', `{"a":"${'\\ud83d\\ude00\\"'.repeat(30_000)}"}`],
    ['names that stand twice', `{"a":1,"b":"${long}","a":2,"b":[${spaces}3]}`],
    ['names that are places', `{"b":"${long}","2":1,"1":2}`],
    ['a long list within small ones', `[[1],[2,[${items(2_000).map((item) => JSON.stringify(item))}]],3]`],
  ])('is read as JSON.parse reads it: %s', (_what, text) => {
    expect(text.length).toBeGreaterThan(64 * 1024);
    expect(JSON.stringify(parsed(text))).toBe(JSON.stringify(JSON.parse(text)));
  });

  it('keeps names that are special in JavaScript', () => {
    const object = parsed(`{"__proto__":{"x":1},"a":"${long}"}`) as object;
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    expect(Object.keys(object)).toEqual(['__proto__', 'a']);
  });

  it.each<[string, string]>([
    ['a comma at the end', `[1,"${long}",]`],
    ['a comma at the beginning', `[,1,"${long}"]`],
    ['two commas', `["${long}",,"${long}"]`],
    ['two commas among short values', `["${long}",1,,2]`],
    ['a comma at the end of an object', `{"a":"${long}",}`],
    ['no comma between two', `[{"a":"${long}"} {"b":1}]`],
    ['two values', `["${long}"],["${long}"]`],
    ['a bracket of another kind', `["${long}"}`],
    ['brackets that cross', `[{"a":["${long}"}]]`],
    ['a bracket that stays open', `{"a":["${long}",{"b":1}}`],
    ['a string that stays open', `["${long}]`],
    ['a name without quotes', `{a:"${long}"}`],
    ['a name that is a number', `{1:"${long}"}`],
    ['a name that is a list', `{["a"]:"${long}"}`],
    ['a name without a value', `{"a":1,"${long}"}`],
    ['two colons', `{"a"::"${long}"}`],
    ['two names', `{"a" "b":"${long}"}`],
    ['a control character in a string', `["\n${long}"]`],
    ['a word that is none', `[${spaces}nothing,"${long}"]`],
    ['a comment', `[1,/* ${long} */2]`],
    ['another kind of space', `[1,\u00a0"${long}"]`],
    ['nothing but spaces', spaces],
  ])('is refused where JSON.parse refuses it: %s', (_what, text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(() => parsed(text)).toThrow(SyntaxError);
  });

  it('is read in steps, each of some tens of kilobytes, however deep its lists are', () => {
    const list = JSON.stringify(items(10_000));
    const nested = `${'{"a":'.repeat(19)}${list}${'}'.repeat(19)}`;
    for (const text of [list, nested]) expect(steps(text)).toBeGreaterThan(text.length / (2 * 64 * 1024));
    expect(steps(JSON.stringify(items(10)))).toBeLessThan(3);
  });
});
