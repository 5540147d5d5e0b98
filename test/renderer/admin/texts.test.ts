import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PART_VIEWS } from '../../../renderer/admin/model/parts.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LOCALES = join(ROOT, 'assets/locales');
const PLURAL = /_(zero|one|two|few|many|other)$/;

type Texts = Readonly<Record<string, unknown>>;

function entries(texts: Texts, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : entries(value as Texts, `${path}${key}.`),
  );
}

const read = (language: string, file = 'admin'): Texts =>
  JSON.parse(readFileSync(join(LOCALES, language, `${file}.json`), 'utf8')) as Texts;
const keysOf = (texts: Texts): ReadonlySet<string> => new Set(entries(texts).map(([key]) => key.replace(PLURAL, '')));
const placesIn = (text: string): readonly string[] => [...text.matchAll(/{{\w+}}/g)].map(([place]) => place).sort();
const english = new Map(entries(read('en')));

describe.each(readdirSync(LOCALES))('the texts of the back office in %s', (language) => {
  const texts = read(language);

  it('are all there, with every plural form of the language', () => {
    expect([...keysOf(texts)].sort()).toEqual([...keysOf(read('en'))].sort());
    const counted = [...english.keys()].filter((key) => key.endsWith('_other')).map((key) => key.replace(PLURAL, ''));
    const present = new Set(entries(texts).map(([key]) => key));
    const missing = new Intl.PluralRules(language)
      .resolvedOptions()
      .pluralCategories.flatMap((form) => counted.map((key) => `${key}_${form}`).filter((key) => !present.has(key)));
    expect(missing).toEqual([]);
  });

  it('speak of the same things as the English ones', () => {
    for (const [key, text] of entries(texts)) {
      const other = english.get(key) ?? english.get(key.replace(PLURAL, '_other')) ?? '';
      if (!PLURAL.test(key)) expect(placesIn(text), key).toEqual(placesIn(other));
      expect(text, key).not.toMatch(/[\u0660-\u0669\u06f0-\u06f9]/);
    }
  });
});

it('there is a text for everything that the screens say', () => {
  const known = new Set([...keysOf(read('en')), ...keysOf(read('en', 'staff'))]);
  const files = readdirSync(join(ROOT, 'renderer/admin'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  const said = files.flatMap((name) =>
    [...readFileSync(join(ROOT, 'renderer/admin', name), 'utf8').matchAll(/\bt\('([\w.]+)'/g)].map(
      ([, key]) => key ?? '',
    ),
  );
  expect(said.length).toBeGreaterThan(200);
  expect(said.filter((key) => !known.has(key))).toEqual([]);
});

describe('the editors', () => {
  interface Schema {
    readonly items?: Schema;
    readonly properties?: Readonly<Record<string, Schema>>;
  }
  const schema = JSON.parse(readFileSync(join(ROOT, 'docs/site.schema.json'), 'utf8')) as Schema;
  /** Set by other fields, or meant for other programs alone. */
  const LEFT_OUT = [
    '$schema',
    'question_answer_types.config',
    'question_answer_types.expanded',
    'question_answer_types.selected',
    'forms.selected',
  ];

  /** What does nothing yet is not offered; its values are kept as they are. */
  const NOT_YET = new Set([
    'location_group',
    't_profile_edit',
    'app_schedule',
    'slot_time',
    'capacity',
    'allow_multi_slot_appointments',
    'allow_automatic_confirmation',
    'question_group',
  ]);

  it('offer nothing that does nothing', () => {
    const shown = Object.values(PART_VIEWS).flatMap(({ sections }) => sections.flatMap(({ fields }) => fields));
    expect(shown.filter((field) => NOT_YET.has(typeof field === 'string' ? field : field.name))).toEqual([]);
  });

  it('show every field of the site file, each with a name', () => {
    const known = keysOf(read('en'));
    for (const [part, view] of Object.entries(PART_VIEWS)) {
      const given = schema.properties?.[part];
      const fields = Object.keys((given?.items ?? given)?.properties ?? {}).filter((field) => !NOT_YET.has(field));
      const shown = view.sections.flatMap((section) =>
        section.fields.map((field) => (typeof field === 'string' ? field : field.name)),
      );
      expect(fields.length, part).toBeGreaterThan(0);
      expect(
        fields.filter((field) => !shown.includes(field) && !LEFT_OUT.includes(`${part}.${field}`)),
        part,
      ).toEqual([]);
      expect(
        shown.filter((field) => !fields.includes(field)),
        part,
      ).toEqual([]);
      for (const field of shown) {
        expect(known.has(`fields.${field}`) || known.has(`fieldsOf.${part}.${field}`), `${part}.${field}`).toBe(true);
      }
      for (const { id } of view.sections) expect(known.has(`sections.${id}`), id).toBe(true);
    }
  });
});
