import { createRequire } from 'node:module';
import type { LibraryHandle } from 'koffi';

export interface CLibrary {
  /** Binds a function by its C signature, such as `int close(int fd)`. */
  readonly func: (signature: string) => ReturnType<LibraryHandle['func']>;
  /** Declares a `struct` for signatures by name; once. */
  readonly struct: (name: string, fields: Readonly<Record<string, string>>) => void;
  /** Error number of the last call, one of `os.constants.errno`. */
  readonly errno: () => number;
}

let loaded: CLibrary | null = null;

/** C library of Linux, for functions that Node lacks. Loaded on first use; throws on other systems. */
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
