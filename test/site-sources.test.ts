/** Site files from disk: also those that the back office exported. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSiteFile } from '../main/program/site-sources.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-sources-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a site file', () => {
  it.each([
    ['as it is written', { desks: [] }, { desks: [] }],
    ['as it was exported', { success: true, site: { desks: [] } }, { desks: [] }],
    ['that only looks like an export', { site: { desks: [] } }, { site: { desks: [] } }],
    ['that is nothing', null, null],
  ])('%s', async (_name, document, site) => {
    const path = join(folder, 'site.json');
    await writeFile(path, JSON.stringify(document));
    expect(await readSiteFile(path)).toEqual({ ok: true, value: site });
  });
});
