import { open, rm } from 'node:fs/promises';

/**
 * Writes a file that only its owner can read. Removes an existing file or link first, which another user could have
 * created.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
