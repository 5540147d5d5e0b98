// Run by electron-builder when the files of an installer are together: is the native code of the target there? npm
// installs that of the machine it runs on, and a kiosk without it comes up, and prints no ticket in most languages.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { binarySystems } from '../scripts/lib/binary-systems.mjs';

/** electron-builder's numbers of processors (its `Arch`), of those that there are installers for. */
const PROCESSORS = { 1: ['x64'], 3: ['arm64'], 4: ['x64', 'arm64'] };

/** Folder of packages → what the kiosk does with them. */
const NEEDED = {
  '@napi-rs': 'what draws tickets',
  '@serialport': 'what speaks to serial printers and readers',
  '@koromix': 'what has a card reader for itself',
};

/** Native code in a folder. Of Linux only that for glibc: Electron itself has no other. */
function nativeIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.node') && !/musl|android/.test(file))
    .map((file) => join(folder, file));
}

/**
 * What of the target's native code is not there, in words.
 *
 * @param {string} resources the folder of resources in the packed program
 * @param {string} system as `linux x64`, in Node's words
 * @returns {readonly string[]}
 */
export function missingNative(resources, system) {
  const modules = join(resources, 'app.asar.unpacked', 'node_modules');
  return Object.entries(NEEDED)
    .filter(([scope]) => !nativeIn(join(modules, scope)).some((file) => binarySystems(file).includes(system)))
    .map(([scope, what]) => `${what} (${scope})`);
}

/** Throws, and so ends the build, when something is missing. */
export default function afterPack({ appOutDir, electronPlatformName: platform, arch, packager }) {
  const resources =
    platform === 'darwin'
      ? join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
      : join(appOutDir, 'resources');
  const processors = PROCESSORS[arch];
  if (processors === undefined) throw new Error('Installers are made for x64 and arm64 only.');
  for (const cpu of processors) {
    const missing = missingNative(resources, `${platform} ${cpu}`);
    if (missing.length === 0) continue;
    const libc = platform === 'linux' ? ' --libc=glibc' : '';
    throw new Error(
      `Not in the package for ${platform} ${cpu}: ${missing.join(', ')}. Type this and pack again: npm install --os=${platform} --cpu=${cpu}${libc}`,
    );
  }
}
