/** docs/reference/replacing.md names a test for each reading of the interface, and for each setting of a replacement. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROLES } from '../../main/site/contract/roles.ts';
import { SettingsSchema } from '../../main/site/contract/site.ts';
import { missingTests, testsOf } from './named-tests.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** Cells of the table below a heading of the second level. */
function tableOf(heading: string): readonly (readonly string[])[] {
  const [section = ''] = (read('docs/reference/replacing.md').split(`\n## ${heading}\n`)[1] ?? '').split('\n## ');
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

describe('the readings', () => {
  const rows = tableOf('Readings and their tests');

  it('have a line each', () => {
    const ids = rows.map(([id]) => id).filter((id) => /^A\d+$/.test(id ?? ''));
    expect(ids).toEqual(Array.from({ length: 14 }, (_, index) => `A${index + 1}`));
  });

  it.each(rows)('%s names tests that exist', (_id, reading, shown = '') => {
    expect(reading).not.toBe('');
    expect(testsOf(shown).length).toBeGreaterThan(0);
    expect(missingTests(shown)).toEqual([]);
  });
});

it('each setting and role of the page exists, and its test uses it', () => {
  const source = read('test/rest/replacing.test.ts');
  const cells = tableOf('Settings').map(([, where = '']) => where);
  const settings = cells.flatMap((cell) => [...cell.matchAll(/setting `(\w+)`/g)].map(([, name = '']) => name));
  const roles = cells.flatMap((cell) =>
    /^roles? /.test(cell) ? [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name) : [],
  );
  expect([settings.length, roles.length]).toEqual([5, 7]);
  expect(settings.filter((name) => !(name in SettingsSchema.properties))).toEqual([]);
  expect(roles.filter((name) => !(ROLES as readonly string[]).includes(name))).toEqual([]);
  expect([...settings, ...roles].filter((name) => !source.includes(name))).toEqual([]);
});
