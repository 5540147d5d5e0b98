// Whether an installation has everything that only one system can run.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { binarySystems } from './binary-systems.mjs';

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Serialport carries all its systems with it and picks the folder by its name, `darwin-x64+arm64` for two of them. */
function serialFolders(modules, { os, cpu }) {
  const prebuilds = join(modules, '@serialport', 'bindings-cpp', 'prebuilds');
  if (!existsSync(prebuilds)) return [];
  return readdirSync(prebuilds)
    .filter(
      (name) =>
        name.startsWith(`${os}-`) &&
        name
          .slice(os.length + 1)
          .split('+')
          .includes(cpu),
    )
    .map((name) => join(prebuilds, name));
}

/**
 * What is missing for a system, as names of packages; empty when all is there.
 * @param {string} modules - a node_modules folder
 * @param {import('./systems.mjs').System} system
 * @returns {string[]}
 */
export function missingNatives(modules, system) {
  const wanted = `${system.os} ${system.cpu}`;
  const has = (files) => files.some((path) => binarySystems(path).includes(wanted));
  const missing = system.native.filter((name) => !has(filesIn(join(modules, name))));
  const node = join(modules, system.node.package, system.node.file);
  if (!existsSync(node) || !has([node])) missing.push(system.node.package);
  if (!has(serialFolders(modules, system).flatMap(filesIn))) missing.push('@serialport/bindings-cpp');
  return missing;
}
