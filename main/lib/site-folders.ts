/** Folders of the site's pictures, recordings and films. */
import { readdir } from 'node:fs/promises';

/** Public folders for files of the organisation. */
export const SITE_FOLDERS = ['media', 'voice', 'sign'] as const;

/**
 * Why no site folder in `folder` is readable, in one line; null when one is. An empty folder is a fault, because it
 * looks like a network share that is not mounted.
 */
export async function siteFoldersFault(folder: string): Promise<string | null> {
  try {
    const names = await readdir(folder);
    return SITE_FOLDERS.some((name) => names.includes(name)) ? null : `it contains none of ${SITE_FOLDERS.join(', ')}`;
  } catch (error) {
    return (error as Error).message;
  }
}
