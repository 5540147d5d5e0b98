/** A ZIP archive of small files, stored as they are (APPNOTE 6.3): what a mirror of runtimes has. */
import { crc32 } from 'node:zlib';

export interface ZippedFile {
  readonly name: string;
  readonly text: string;
  readonly isProgram?: boolean;
}

const UNIX = 3 << 8;

export function zipOf(files: readonly ZippedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, text, isProgram } of files) {
    const data = Buffer.from(text);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), common, path, data);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(UNIX | 20, 4);
    common.copy(entry, 6);
    entry.writeUInt32LE(((isProgram === true ? 0o100755 : 0o100644) << 16) >>> 0, 38);
    entry.writeUInt32LE(at, 42);
    directory.push(entry, path);
    at += 30 + path.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
