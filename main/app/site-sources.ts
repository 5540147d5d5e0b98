/** Site files from disk, with their pictures embedded. */
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assetUrl } from '../lib/assets.ts';
import { fail, ok, type Result } from '../lib/result.ts';

const DEMO_FOLDER = fileURLToPath(assetUrl('demo/'));
const MAX_LOGO_BYTES = 128 * 1024;

async function readPicture(name: string, folders: readonly string[]): Promise<Result<string, string>> {
  // A site file from another source may only name pictures in its own folder.
  if (basename(name) !== name || name.startsWith('.')) return fail(`${name} must be a file name without a folder`);
  for (const folder of folders) {
    const path = resolve(folder, name);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() !== true) continue;
    if (found.size > MAX_LOGO_BYTES) return fail(`${name} is larger than ${MAX_LOGO_BYTES / 1024} KiB`);
    const bytes = await readFile(path);
    if (bytes.subarray(1, 4).toString('latin1') !== 'PNG') return fail(`${name} is not a PNG image`);
    return ok(`data:image/png;base64,${bytes.toString('base64')}`);
  }
  return fail(`${name} was not found in the folder of the site file`);
}

/** Fields with pictures, and which values are file names: a service can also name a built-in picture. */
const PICTURES = [
  { collection: 'locations', field: 'logo', isFile: () => true },
  { collection: 'service_groups', field: 'pictogram', isFile: (name: string) => /\.png$/i.test(name) },
  { collection: 'services', field: 'pictogram', isFile: (name: string) => /\.png$/i.test(name) },
] as const;

/** Replaces file names by the content of the files. Values of another type stay unchanged. */
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

/** The back office exports the site inside a response. */
function exportedSite(document: unknown): unknown {
  const { success, site } = (document ?? {}) as { success?: unknown; site?: unknown };
  return success === true && site !== undefined ? site : document;
}

/** The unchecked site of a file; or its faults, each with its path. */
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

/** Whether this build contains the demo site. Installed packages do not: they start empty with the first steps. */
export function hasDemoSite(): boolean {
  return existsSync(DEMO_SITE);
}

/** The demo site, a town hall and a clinic, shown at the first start from the sources. */
export async function readDemoSite(): Promise<unknown> {
  const site = await readSiteFile(DEMO_SITE);
  if (!site.ok) throw new Error(`The demo site is invalid: ${site.error.join('; ')}`);
  return site.value;
}
