/** The check of site files in the built program, compared with the schema that it is compiled from. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { siteShape } from '../../../main/site/rules/site-shape.ts';
import { compileSiteShape } from '../../../vite.main.config.ts';
import { townSite } from '../../helpers/town-site.ts';

const SOURCE = resolve(import.meta.dirname, '../../../main/site/rules/site-shape.ts');
/** Where the packages that the compiled check imports are found. */
const WITHIN = resolve(import.meta.dirname, '../../../dist/test');

let compiled: ReturnType<typeof siteShape>;
beforeAll(async () => {
  mkdirSync(WITHIN, { recursive: true });
  const folder = mkdtempSync(join(WITHIN, 'site-shape-'));
  const file = join(folder, 'site-shape.mjs');
  writeFileSync(file, await compileSiteShape(SOURCE));
  // Loaded by Node, as in the program.
  compiled = createRequire(import.meta.url)(file).siteShape();
  rmSync(folder, { recursive: true });
});

/** What a check says of a site, and the site with its defaults. */
function judged(check: typeof compiled, site: object) {
  const copy = structuredClone(site);
  return { isValid: check(copy), errors: check.errors ?? [], copy };
}

/** Every object and list of the site with one entry replaced by that value, or left out if it is undefined. */
function* changed(site: object, value: unknown): Generator<object> {
  const whole = structuredClone(site);
  function* within(part: Record<string, unknown>): Generator<object> {
    for (const [name, before] of Object.entries(part)) {
      if (value === undefined) delete part[name];
      else part[name] = value;
      yield whole;
      part[name] = before;
      if (typeof before === 'object' && before !== null) yield* within(before as Record<string, unknown>);
    }
  }
  yield* within(whole as Record<string, unknown>);
}

it('fills in the same defaults', () => {
  const said = judged(compiled, townSite());
  expect(said).toMatchObject({ isValid: true, copy: { appointments: [], settings: { failure_status: 'truth' } } });
  expect(said).toEqual(judged(siteShape(), townSite()));
});

it.each([
  ['is missing', undefined],
  ['is of another type', null],
  ['is a long text with astral characters', '😀'.repeat(6_000)],
  ['is a large negative number', -1e9],
  ['is a list of an unknown object', [{ unknown: 1 }]],
])('finds the same faults where a value %s', (_kind, value) => {
  let faults = 0;
  for (const site of changed(townSite(), value)) {
    const said = judged(compiled, site);
    expect(said).toEqual(judged(siteShape(), site));
    faults += said.errors.length;
  }
  expect(faults).toBeGreaterThan(20);
});
