/** docs/reference/rest-api.md and the list of operations name every operation that the interface itself does not have. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COLLECTIONS } from '../../main/site/contract/site.ts';
import { INTERFACE } from '../contract/interface-table.ts';
import { OPERATIONS } from '../helpers/operations.ts';

const read = (page: string): string => readFileSync(new URL(`../../docs/reference/${page}`, import.meta.url), 'utf8');
const handbook = read('rest-api.md') + read('rest-operations.md');

/** `/restapi/v2/limits/alarms/:location` and `/restapi/v2/limits/alarms/{location}` are one. */
const address = (path: string): string => path.replaceAll(/:(\w+)|\{(\w+)\}/g, '<>');
const given = new Set(INTERFACE.map(({ path }) => address(path)));

/** What is told of every collection at once. */
const told = new Set(COLLECTIONS.flatMap((name) => [`/restapi/v2/admin/${name}`, `/restapi/v2/admin/${name}/<>`]));

/** With its last word at the end of an address, or alone in a list of several. */
function isNamed(path: string): boolean {
  const parts = path.split('/').filter((part) => part !== '' && !part.startsWith('<'));
  const last = parts.at(-1) ?? '';
  const ending = [`/${last}\``, `/${last}?`, `/${last}/`, `/${last}&`, `\`${last}\``];
  return ending.some((each) => handbook.includes(each));
}

it('names every operation that is ours', () => {
  const ours = OPERATIONS.map(({ method, path }) => ({ method, path: address(path) })).filter(
    ({ path }) => !given.has(path) && !told.has(path),
  );
  expect(ours.length).toBeGreaterThan(40);
  expect(ours.filter(({ path }) => !isNamed(path)).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
