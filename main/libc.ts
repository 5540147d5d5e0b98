import { createRequire } from 'node:module';
import type { LibraryHandle } from 'koffi';

export interface CLibrary {
  /** Finds a function by its C signature, such as `int close(int fd)`. */
  readonly func: (signature: string) => ReturnType<LibraryHandle['func']>;
  /** The number of the last fault of a call, one of `os.constants.errno`. */
  readonly errno: () => number;
}

let loaded: CLibrary | null = null;

/** The C library of Linux, for the little that Node itself does not offer. Loaded when it is asked for first; throws elsewhere. */
export function libc(): CLibrary {
  if (loaded !== null) return loaded;
  const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  const library = koffi.load('libc.so.6');
  loaded = { func: (signature) => library.func(signature), errno: () => koffi.errno() };
  return loaded;
}
