// Whether this machine can build a package: its system, and the commands that the build runs.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PreparationError, say } from './basics.mjs';

/** Processor names of Node → those of Debian and of OCI images. */
export const PROCESSORS = { x64: 'amd64', arm64: 'arm64' };

/** Commands of each package → Debian packages that contain them. */
export const DEB_TOOLS = { 'dpkg-deb': 'dpkg' };
export const IMAGE_TOOLS = { mmdebstrap: 'mmdebstrap', tar: 'tar' };

/**
 * Why this machine cannot build a package, with the fix; null if it can.
 *
 * @param {Readonly<Record<string, string>>} tools commands → their Debian packages
 * @param {Pick<NodeJS.Process, 'platform' | 'arch' | 'env'>} [machine]
 */
export function buildObstacle(tools, { platform, arch, env } = process) {
  if (platform !== 'linux' || PROCESSORS[arch] === undefined) return 'needs Linux, x64 or arm64';
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const missing = Object.keys(tools).filter((command) => !folders.some((folder) => existsSync(join(folder, command))));
  if (missing.length === 0) return null;
  const packages = missing.map((command) => tools[command]);
  return `needs ${missing.join(' and ')} (sudo apt-get install ${packages.join(' ')})`;
}

/**
 * Runs a build; an obstacle or a failed command is one line, with exit code 1.
 *
 * @param {string} what begins the line: "The container image"
 * @param {Readonly<Record<string, string>>} tools
 * @param {() => void | Promise<void>} build
 */
export async function buildOrExplain(what, tools, build) {
  try {
    const obstacle = buildObstacle(tools);
    if (obstacle !== null) throw new PreparationError(`${what} ${obstacle}.`);
    await build();
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
