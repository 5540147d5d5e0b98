/** Folders of the site's pictures, recordings and films. */
import { readdir } from 'node:fs/promises';

/** Served to everyone; people put files into them. */
export const SITE_FOLDERS = ['media', 'voice', 'sign'] as const;

/**
 * Why no site folder can be read in `folder`, in one line; null when one is there. An empty folder counts as a fault:
 * a network share that is not mounted looks like one.
 */
export async function siteFoldersFault(folder: string): Promise<string | null> {
  try {
    const names = await readdir(folder);
    return SITE_FOLDERS.some((name) => names.includes(name)) ? null : `it holds none of ${SITE_FOLDERS.join(', ')}`;
  } catch (error) {
    return (error as Error).message;
  }
}
