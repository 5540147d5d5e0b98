/** Paths of the operations that extend the standard interface: one style. */
import { expect, it } from 'vitest';
import { COLLECTIONS } from '../../main/site/contract/site.ts';
import { OPERATIONS } from '../helpers/operations.ts';

/** These have the style of the standard interface. */
const UPSTREAM_STYLE = /^\/restapi\/(?:v2\/queuemanagement|ticket)\//;
const WORDS = /^[a-z]+(?:-[a-z]+)*$/;
const collections: ReadonlySet<string> = new Set(COLLECTIONS);

/** Words of a path that break the style; parameters and the version are left out. */
function oddWords(path: string): readonly string[] {
  const [, , ...words] = path.split('/');
  return words.filter((word, place) => {
    if (word.startsWith(':') || word === 'v2') return false;
    const isCollection = words[place - 1] === 'admin' && collections.has(word);
    return !isCollection && !WORDS.test(word);
  });
}

it('finds words that break the style', () => {
  expect(oddWords('/restapi/v2/admin/role_sets/:id')).toEqual([]);
  expect(oddWords('/restapi/v2/admin/bulk_edit')).toEqual(['bulk_edit']);
  expect(oddWords('/restapi/v2/role_sets/lastUse')).toEqual(['role_sets', 'lastUse']);
});

it('consist of lower-case words with hyphens, and of names of collections', () => {
  const own = OPERATIONS.filter(({ part, path }) => part !== 'interface' && !UPSTREAM_STYLE.test(path));
  expect(own.length).toBeGreaterThan(60);
  expect(own.flatMap(({ path }) => oddWords(path).map((word) => `${path}: ${word}`))).toEqual([]);
});
