/**
 * System fonts for characters that the bundled fonts lack.
 *
 * Loaded when such a character first occurs.
 */
import { readdir } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import type { SlicedWork } from '../../lib/steps.ts';
import { GlobalFonts } from '../canvas.ts';
import { startSlices } from '../steps.ts';

const FONT = /\.(ttf|otf|ttc)$/i;
/** A desktop has hundreds of files; the first ones usually come with the system. */
const MAX_FILES = 2000;

function folders(): readonly string[] {
  const home = homedir();
  switch (platform()) {
    case 'win32':
      return ['C:/Windows/Fonts', join(home, 'AppData', 'Local', 'Microsoft', 'Windows', 'Fonts')];
    case 'darwin':
      return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library', 'Fonts')];
    default:
      return ['/usr/share/fonts', '/usr/local/share/fonts', join(home, '.fonts'), join(home, '.local/share/fonts')];
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter(({ name }) => FONT.test(name)).map(({ parentPath, name }) => join(parentPath, name));
  } catch {
    return [];
  }
}

function* register(files: readonly string[]): SlicedWork<void> {
  for (const file of files) {
    try {
      GlobalFonts.registerFromPath(file);
    } catch {
      // Skip unreadable files.
    }
    yield;
  }
}

let loading: Promise<void> | null = null;

/** Loads once per process, and yields to other work. */
export function loadMachineFonts(): Promise<void> {
  loading ??= Promise.all(folders().map(filesIn)).then((files) =>
    startSlices()(register(files.flat().slice(0, MAX_FILES))),
  );
  return loading;
}
