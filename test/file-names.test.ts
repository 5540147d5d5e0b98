/** What the project holds can be checked out on every system. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const names = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);

it('has no file whose name Windows refuses', () => {
  expect(names.length).toBeGreaterThan(500);
  const refused = names.filter((name) =>
    name.split('/').some((part) => /[<>:"\\|?*\p{Cc}]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu.test(part)),
  );
  expect(refused).toEqual([]);
  expect(names.filter((name) => name.length > 150)).toEqual([]);
});

it('has no two files that are one where capitals do not count', () => {
  const folded = names.map((name) => name.normalize('NFC').toLowerCase());
  expect(folded.filter((name, at) => folded.indexOf(name) !== at)).toEqual([]);
});
