import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SERVER_PAGES } from '../../main/kiosk/shells/web/pages.ts';
import production from '../../vite.renderer.config.ts';

describe('the design page', () => {
  it('is no page of a release', () => {
    const input = Object.keys(production.build?.rolldownOptions?.input ?? {});
    expect(input).toContain('counter');
    expect(input).not.toContain('design');
    expect(SERVER_PAGES.map(({ name }) => name)).not.toContain('design');
  });

  it('is used by no file of a release', () => {
    const files = globSync('{main,renderer}/**/*.{ts,tsx,css,html}');
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter((file) => readFileSync(file, 'utf8').includes('test/design'))).toEqual([]);
  });
});
