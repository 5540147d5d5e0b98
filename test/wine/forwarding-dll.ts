/** A Windows library whose one function is that of another library: a PE32+ file of an export table alone. */

const HEADERS_BYTES = 0x200;
const EXPORTS_BYTES = 0x200;
const EXPORTS_AT = 0x1000;
const OPTIONAL_AT = 0x58;
const SECTION_AT = OPTIONAL_AT + 240;

/** Where the parts of the export table are, counted from its start. */
const PART = { functions: 40, names: 44, ordinals: 48, library: 64, name: 128, target: 192 } as const;

/** @param target such as `advapi32.SystemFunction036` */
export function forwardingDll(library: string, name: string, target: string): Buffer {
  const file = Buffer.alloc(HEADERS_BYTES + EXPORTS_BYTES);
  const word = (at: number, value: number): void => void file.writeUInt16LE(value, at);
  const dword = (at: number, value: number): void => void file.writeUInt32LE(value, at);

  file.write('MZ', 0, 'latin1');
  dword(0x3c, 0x40);
  file.write('PE', 0x40, 'latin1');
  word(0x44, 0x8664); // x64
  word(0x46, 1); // sections
  word(0x54, SECTION_AT - OPTIONAL_AT);
  word(0x56, 0x2022); // a library, which may be large in addresses

  word(OPTIONAL_AT, 0x20b); // PE32+
  file.writeBigUInt64LE(0x1_8000_0000n, OPTIONAL_AT + 24);
  dword(OPTIONAL_AT + 32, EXPORTS_AT);
  dword(OPTIONAL_AT + 36, HEADERS_BYTES);
  word(OPTIONAL_AT + 40, 6); // Windows Vista or newer
  word(OPTIONAL_AT + 48, 6);
  dword(OPTIONAL_AT + 56, 2 * EXPORTS_AT);
  dword(OPTIONAL_AT + 60, HEADERS_BYTES);
  word(OPTIONAL_AT + 68, 3); // subsystem: console
  word(OPTIONAL_AT + 70, 0x140); // may be moved
  dword(OPTIONAL_AT + 108, 16); // directories, of which the first is the exports
  dword(OPTIONAL_AT + 112, EXPORTS_AT);
  dword(OPTIONAL_AT + 116, EXPORTS_BYTES);

  file.write('.edata', SECTION_AT, 'latin1');
  dword(SECTION_AT + 8, EXPORTS_BYTES);
  dword(SECTION_AT + 12, EXPORTS_AT);
  dword(SECTION_AT + 16, EXPORTS_BYTES);
  dword(SECTION_AT + 20, HEADERS_BYTES);
  dword(SECTION_AT + 36, 0x4000_0040); // data, to read

  const table = HEADERS_BYTES;
  dword(table + 12, EXPORTS_AT + PART.library);
  for (const at of [16, 20, 24]) dword(table + at, 1); // first ordinal, functions, names
  dword(table + 28, EXPORTS_AT + PART.functions);
  dword(table + 32, EXPORTS_AT + PART.names);
  dword(table + 36, EXPORTS_AT + PART.ordinals);
  dword(table + PART.functions, EXPORTS_AT + PART.target);
  dword(table + PART.names, EXPORTS_AT + PART.name);
  for (const [part, text] of [
    [PART.library, library],
    [PART.name, name],
    [PART.target, target],
  ] as const) {
    file.write(text, table + part, 'latin1');
  }
  return file;
}
