/** Pictures of services: ours are whole and have names for everybody, and a site brings nothing that is no picture. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { STAFF_LANGUAGES } from '../../../main/lib/languages.ts';
import { MAX_OWN_PICTOGRAM, PICTOGRAMS } from '../../../main/site/contract/pictograms.ts';
import { parseSite } from '../../../main/site/rules/site.ts';
import { DRAWINGS } from '../../../renderer/shared/pictograms/drawings.ts';
import { entries, readTexts } from '../../helpers/locale-texts.ts';

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==';

const faultsOf = (pictogram: string): readonly string[] => {
  const parsed = parseSite({
    locations: [{ id: 'hall', name: 'Hall' }],
    service_groups: [{ id: 'papers', name: 'Papers', pictogram }],
    services: [{ id: 'taxes', name: 'Taxes', location: 'hall', pictogram }],
  });
  return parsed.ok ? [] : parsed.error.map((fault) => fault.slice(0, fault.indexOf(':')));
};

it('are each drawn otherwise, within the grid and with one stroke', () => {
  expect(new Set(Object.values(DRAWINGS)).size).toBe(PICTOGRAMS.length);
  for (const [name, path] of Object.entries(DRAWINGS)) {
    expect(path, name).toMatch(/^M[\d .\-achlmsvzACHLMSVZ]+$/);
    // Places that are said from the corner of the grid; half a stroke stays inside.
    for (const [, x, y] of path.matchAll(/[ML](\d+(?:\.\d+)?)[ ]?(\d+(?:\.\d+)?)/g)) {
      expect(Math.max(Number(x), Number(y)), name).toBeLessThanOrEqual(46.5);
    }
  }
});

it('have a name of their own in every language of staff', () => {
  for (const language of STAFF_LANGUAGES) {
    const texts = new Map(entries(readTexts(language, 'editor')));
    const names = PICTOGRAMS.map((name) => texts.get(`pictogram.name.${name}`) ?? '');
    expect(
      names.filter((name) => name === ''),
      language,
    ).toEqual([]);
    expect(new Set(names).size, language).toBe(PICTOGRAMS.length);
  }
});

it('come into a site by name, or as a small PNG in it', () => {
  expect([faultsOf(''), faultsOf('passport'), faultsOf(PNG)]).toEqual([[], [], []]);
  for (const bad of [
    'pasport',
    'https://example.org/dog.png',
    'data:text/html,hello',
    PNG.padEnd(MAX_OWN_PICTOGRAM + 1, 'A'),
  ])
    expect(faultsOf(bad)).toEqual(['service_groups[0].pictogram', 'services[0].pictogram']);
});

it('are all named in the documentation', () => {
  const page = readFileSync(new URL('../../../docs/reference/pictograms.md', import.meta.url), 'utf8');
  expect([...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)).toEqual([...PICTOGRAMS]);
});
