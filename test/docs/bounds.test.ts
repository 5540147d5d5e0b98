/** docs/reference/limits.md: limits of each operation. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OPERATIONS } from '../helpers/operations.ts';

const text = readFileSync(new URL('../../docs/reference/limits.md', import.meta.url), 'utf8');
/** Names of operations in the first cell of each line; `*` is a collection of the site. */
const named = text
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([\w*]+)`/g)].map(([, name = '']) => name));

it('has each operation in one line, and no others', () => {
  const plain = named.filter((name) => !name.endsWith('*'));
  const families = named.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  expect(new Set(plain).size).toBe(plain.length);
  const names = OPERATIONS.map(({ name }) => name);
  expect(plain.filter((name) => !names.includes(name))).toEqual([]);
  const lost = names.filter((name) => !plain.includes(name) && !families.some((family) => name.startsWith(family)));
  expect(lost).toEqual([]);
});
