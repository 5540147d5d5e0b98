#!/usr/bin/env node
// Stands in for fpm, which electron-builder fetches from where tests do not go: makes the Debian package that it is
// told to make, with Debian's own dpkg-deb. Only what electron-builder says to it; anything else is a fault.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const said = {};
const depends = [];
const recommends = [];
const sources = [];
const words = process.argv.slice(2);
while (words.length > 0) {
  const word = words.shift();
  if (word === '--force') continue;
  if (word === '-d') depends.push(words.shift());
  else if (word === '--deb-recommends') recommends.push(words.shift());
  else if (word.startsWith('-')) said[word.replace(/^-+/, '')] = words.shift();
  else sources.push(word);
}
if (said.s !== 'dir' || said.t !== 'deb') throw new Error('Only Debian packages from folders are made here.');

const folder = mkdtempSync(join(tmpdir(), 'deb-'));
for (const source of sources) {
  const at = source.lastIndexOf('=');
  const [from, to] = [source.slice(0, at), join(folder, source.slice(at + 1))];
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}
const control = {
  Package: said.name,
  Version: said.version,
  Architecture: said.architecture,
  Maintainer: said.maintainer,
  Section: said.category,
  Priority: said['deb-priority'],
  Homepage: said.url,
  Depends: depends.join(', '),
  ...(recommends.length > 0 ? { Recommends: recommends.join(', ') } : {}),
  Description: said.description.trim(),
};
mkdirSync(join(folder, 'DEBIAN'));
const lines = Object.entries(control).map(([name, value]) => `${name}: ${value}\n`);
writeFileSync(join(folder, 'DEBIAN', 'control'), lines.join(''));
for (const [option, name] of [
  ['after-install', 'postinst'],
  ['after-remove', 'postrm'],
]) {
  cpSync(said[option], join(folder, 'DEBIAN', name));
  chmodSync(join(folder, 'DEBIAN', name), 0o755);
}
mkdirSync(dirname(said.package), { recursive: true });
execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', folder, said.package]);
rmSync(folder, { recursive: true });
