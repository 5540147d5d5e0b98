#!/usr/bin/env node
// Replaces fpm for electron-builder: builds the Debian package with dpkg-deb (`CUSTOM_FPM_PATH=packaging/dpkg-for-fpm.mjs`).
// electron-builder would download fpm, which not every network allows. Options that electron-builder does not use are errors.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeDeb } from './make-deb.mjs';

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
if (said.s !== 'dir' || said.t !== 'deb') throw new Error('This script builds Debian packages from folders only.');

const folder = mkdtempSync(join(tmpdir(), 'deb-'));
try {
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
  const scripts = { postinst: said['after-install'], postrm: said['after-remove'] };
  if (said['before-remove'] !== undefined) scripts.prerm = said['before-remove'];
  makeDeb(folder, control, scripts, said.package, process.env.DEB_PACKED ?? 'small');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
