// For which systems a compiled file was made, read from its own first bytes and not from its name.
import { closeSync, openSync, readSync } from 'node:fs';

const HEAD_BYTES = 4096;
const MAX_FAT_PARTS = 16;

const ELF_CPUS = { 62: 'x64', 183: 'arm64' };
const PE_CPUS = { 34404: 'x64', 43620: 'arm64' };
const MACH_CPUS = { 16777223: 'x64', 16777228: 'arm64' };

function head(path) {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    return bytes.subarray(0, readSync(file, bytes, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

function windows(bytes) {
  const at = bytes.readUInt32LE(0x3c);
  if (at + 6 > bytes.length || bytes.toString('latin1', at, at + 4) !== 'PE\0\0') return [];
  return [['win32', PE_CPUS[bytes.readUInt16LE(at + 4)]]];
}

/** One file with a part for each kind of processor. The same first bytes begin a Java class, whose count is far larger. */
function fat(bytes) {
  const count = bytes.readUInt32BE(4);
  if (count > MAX_FAT_PARTS) return [];
  return Array.from({ length: count }, (_, part) => ['darwin', MACH_CPUS[bytes.readUInt32BE(8 + part * 20)]]);
}

function made(bytes) {
  if (bytes.length < 64) return [];
  const magic = bytes.readUInt32BE(0);
  if (magic === 0x7f454c46) return [['linux', ELF_CPUS[bytes.readUInt16LE(18)]]];
  if (magic === 0xcffaedfe) return [['darwin', MACH_CPUS[bytes.readUInt32LE(4)]]];
  if (magic === 0xcafebabe) return fat(bytes);
  return bytes.toString('latin1', 0, 2) === 'MZ' ? windows(bytes) : [];
}

/**
 * The systems as `os cpu` in Node's words (`darwin arm64`); none when the file is no program and no library, or is for
 * another kind of processor. ELF (taken as Linux), PE and Mach-O, by their published headers.
 * @param {string} path
 * @returns {string[]}
 */
export function binarySystems(path) {
  return made(head(path)).flatMap(([os, cpu]) => (cpu === undefined ? [] : [`${os} ${cpu}`]));
}
