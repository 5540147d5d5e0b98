// electron-builder runs this after packing: checks that the native code of the target is present. npm installs that of
// the build machine; a kiosk without it starts, but cannot print tickets in most languages.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { binarySystems } from '../scripts/lib/binary-systems.mjs';

/** Numbers of electron-builder's `Arch` → processor names, for the supported installers. */
const PROCESSORS = { 1: ['x64'], 3: ['arm64'], 4: ['x64', 'arm64'] };

/** Package folder → what the kiosk uses it for. */
const NEEDED = {
  '@napi-rs': 'library for drawing tickets',
  '@serialport': 'library for serial ports',
  '@koromix': 'library for exclusive access to card readers',
};

/** Native code in a folder. On Linux only glibc builds, as Electron has no others. */
function nativeIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.node') && !/musl|android/.test(file))
    .map((file) => join(folder, file));
}

/**
 * Lists the missing native code of the target.
 *
 * @param {string} resources the folder of resources in the packed program
 * @param {string} system in Node's terms, such as `linux x64`
 * @returns {readonly string[]}
 */
export function missingNative(resources, system) {
  const modules = join(resources, 'app.asar.unpacked', 'node_modules');
  return Object.entries(NEEDED)
    .filter(([scope]) => !nativeIn(join(modules, scope)).some((file) => binarySystems(file).includes(system)))
    .map(([scope, what]) => `${what} (${scope})`);
}

/** Ends the build with an error if native code is missing. */
export default function afterPack({ appOutDir, electronPlatformName: platform, arch, packager }) {
  const resources =
    platform === 'darwin'
      ? join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
      : join(appOutDir, 'resources');
  const processors = PROCESSORS[arch];
  if (processors === undefined) throw new Error('Installers can be built for x64 and arm64 only.');
  for (const cpu of processors) {
    const missing = missingNative(resources, `${platform} ${cpu}`);
    if (missing.length === 0) continue;
    const libc = platform === 'linux' ? ' --libc=glibc' : '';
    throw new Error(
      `Not in the package for ${platform} ${cpu}: ${missing.join(', ')}. Run this and build again: npm install --os=${platform} --cpu=${cpu}${libc}`,
    );
  }
}
