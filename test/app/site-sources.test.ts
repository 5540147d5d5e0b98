/** Site files from disk: also those that the back office exported. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSiteFile } from '../../main/app/site-sources.ts';

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

  it('takes in the pictures that services name, and leaves the names of ours alone', async () => {
    const path = join(folder, 'site.json');
    await writeFile(join(folder, 'Dog.PNG'), Buffer.from('\x89PNG, as far as anybody looks here', 'latin1'));
    const services = [{ pictogram: 'dog' }, { pictogram: 'Dog.PNG' }, { pictogram: '' }];
    await writeFile(path, JSON.stringify({ services, service_groups: [{ pictogram: 'Dog.PNG' }] }));
    const read = await readSiteFile(path);
    const own = expect.stringMatching(/^data:image\/png;base64,iVBO/);
    expect(read).toEqual({
      ok: true,
      value: {
        services: [{ pictogram: 'dog' }, { pictogram: own }, { pictogram: '' }],
        service_groups: [{ pictogram: own }],
      },
    });
    await writeFile(path, JSON.stringify({ services: [{ pictogram: '../secret.png' }, { pictogram: 'cat.png' }] }));
    expect(await readSiteFile(path)).toEqual({
      ok: false,
      error: [
        'services[0].pictogram: ../secret.png must be a file name without a folder',
        'services[1].pictogram: cat.png was not found in the folder of the site file',
      ],
    });
  });
});
