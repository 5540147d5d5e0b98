import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NAVIGATION } from '../../renderer/admin/navigation.ts';

/** Illustrations on their own grids. */
const PICTURES = /pictograms\/drawings\.ts$|kiosk\/panel\/pictures\.tsx$|\/illustrations?\//;
const SET = /shared\/components\/(?:[a-z]+-)*marks\.ts$/;

const sets = globSync('renderer/shared/components/{,*-}marks.ts');
const marks = Object.assign({}, ...(await Promise.all(sets.map((file) => import(resolve(file)))))) as Record<
  string,
  string
>;

describe('the icons', () => {
  it('are drawn once', () => {
    const paths = Object.values(marks);
    expect(paths.length).toBeGreaterThan(60);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  });

  it('are on a grid of 24 by 24', () => {
    const far = Object.entries(marks).filter(([, path]) => {
      const starts = [...path.matchAll(/M(-?[\d.]+)[ ,]?(-?[\d.]+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
      return starts.length === 0 || starts.some((at) => Number.isNaN(at) || at < 0 || at > 24);
    });
    expect(far).toEqual([]);
  });

  it('are in one set for all pages', () => {
    const files = globSync('renderer/**/*.{ts,tsx}')
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !PICTURES.test(file) && !SET.test(file));
    expect(files.length).toBeGreaterThan(300);
    const drawn = files.filter((file) => /['"`]M\d+(?:\.\d+)?[ ,]\d/.test(readFileSync(file, 'utf8')));
    expect(drawn).toEqual([]);
  });

  it('differ for all entries of the navigation', () => {
    const used = NAVIGATION.flatMap(({ entries }) => entries.map(({ mark }) => mark));
    expect(used.filter((mark, at) => used.indexOf(mark) !== at)).toEqual([]);
  });
});
