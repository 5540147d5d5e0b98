import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a temporary site file with this content, deleted with the test. */
export async function siteFile(site: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-site-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'site.json');
  await writeFile(file, JSON.stringify(site));
  return file;
}
