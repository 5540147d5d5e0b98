import { createRequire } from 'node:module';
import type { LibraryHandle } from 'koffi';

export interface CLibrary {
  /** Finds a function by its C signature, such as `int close(int fd)`. */
  readonly func: (signature: string) => ReturnType<LibraryHandle['func']>;
  /** Makes a `struct` known to signatures by its name; once. */
  readonly struct: (name: string, fields: Readonly<Record<string, string>>) => void;
  /** The number of the last fault of a call, one of `os.constants.errno`. */
  readonly errno: () => number;
}

let loaded: CLibrary | null = null;

/** The C library of Linux, for the little that Node itself does not offer. Loaded when it is asked for first; throws elsewhere. */
export function libc(): CLibrary {
  if (loaded !== null) return loaded;
  const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  const library = koffi.load('libc.so.6');
  loaded = {
    func: (signature) => library.func(signature),
    struct: (name, fields) => void koffi.struct(name, fields),
    errno: () => koffi.errno(),
  };
  return loaded;
}
