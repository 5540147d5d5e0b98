/**
 * Site files from disk, with their pictures embedded.
 *
 * JSON, with the pictures that they name taken in, so that the site is whole.
 */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assetUrl } from '../lib/assets.ts';
import { fail, ok, type Result } from '../lib/result.ts';

const DEMO_FOLDER = fileURLToPath(assetUrl('demo/'));
const MAX_LOGO_BYTES = 128 * 1024;

async function readPicture(name: string, folders: readonly string[]): Promise<Result<string, string>> {
  // A site file may come from somebody else: it names pictures beside itself, and no others.
  if (basename(name) !== name || name.startsWith('.'))
    return fail(`${name} is not the name of a file, without a folder`);
  for (const folder of folders) {
    const path = resolve(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() !== true) continue;
    if (found.size > MAX_LOGO_BYTES) return fail(`${name} is larger than ${MAX_LOGO_BYTES / 1024} KiB`);
    const bytes = await readFile(path);
    if (bytes.subarray(1, 4).toString('latin1') !== 'PNG') return fail(`${name} is not a PNG picture`);
    return ok(`data:image/png;base64,${bytes.toString('base64')}`);
  }
  return fail(`${name} was not found beside the site file`);
}

/** Where pictures are named, and what is the name of a file there: services may name a picture of ours as well. */
const PICTURES = [
  { collection: 'locations', field: 'logo', isFile: () => true },
  { collection: 'service_groups', field: 'pictogram', isFile: (name: string) => /\.png$/i.test(name) },
  { collection: 'services', field: 'pictogram', isFile: (name: string) => /\.png$/i.test(name) },
] as const;

/** Replaces the names of files by what is in the files. Anything of another shape is left alone. */
async function takeInPictures(site: unknown, folders: readonly string[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { collection, field, isFile } of PICTURES) {
    const items: unknown = ((site ?? {}) as Record<string, unknown>)[collection];
    if (!Array.isArray(items)) continue;
    for (const [index, item] of items.entries()) {
      const name: unknown = item?.[field];
      if (typeof name !== 'string' || name === '' || name.startsWith('data:') || !isFile(name)) continue;
      const picture = await readPicture(name, folders);
      if (picture.ok) item[field] = picture.value;
      else faults.push(`${collection}[${index}].${field}: ${picture.error}`);
    }
  }
  return faults;
}

/** What the back office exports is the site within an answer. */
function exportedSite(document: unknown): unknown {
  const { success, site } = (document ?? {}) as { success?: unknown; site?: unknown };
  return success === true && site !== undefined ? site : document;
}

/** The site in a file, not yet checked; or its faults, each with its path. */
export async function readSiteFile(path: string): Promise<Result<unknown, readonly string[]>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return fail(['the file cannot be read']);
  }
  let site: unknown;
  try {
    site = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return fail([`not JSON: ${(error as Error).message}`]);
  }
  site = exportedSite(site);
  const faults = await takeInPictures(site, [dirname(resolve(path)), DEMO_FOLDER]);
  return faults.length > 0 ? fail(faults) : ok(site);
}

const DEMO_SITE = resolve(DEMO_FOLDER, 'site.json');

/** Whether this copy of the program has the demo site. Installed packages do not: they start empty, with the first steps. */
export function hasDemoSite(): boolean {
  return existsSync(DEMO_SITE);
}

/** The town hall and the clinic that the first start from the sources shows. */
export async function readDemoSite(): Promise<unknown> {
  const site = await readSiteFile(DEMO_SITE);
  if (!site.ok) throw new Error(`The demo site has faults: ${site.error.join('; ')}`);
  return site.value;
}
