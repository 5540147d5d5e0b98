// Which Node runs the program: the one that runs this, when it is new enough, or the one that came with the packages.
import { join } from 'node:path';
import { SYSTEMS } from './systems.mjs';

export const NEEDED_NODE = 24;

const DOWNLOAD = 'https://nodejs.org/en/download';

/**
 * What a machine is, as far as it decides which Node runs on it.
 * @typedef {object} Machine
 * @property {string} platform - as `process.platform`
 * @property {string} arch - as `process.arch`
 * @property {boolean} musl - a Linux whose C library is musl (Alpine), where programs for glibc do not start
 * @property {string} version - of the Node that runs this, as `process.versions.node`
 * @property {string} execPath - of the Node that runs this
 */

/** @returns {Machine} */
export function thisMachine() {
  return {
    platform: process.platform,
    arch: process.arch,
    musl: process.platform === 'linux' && process.report?.getReport().header.glibcVersionRuntime === undefined,
    version: process.versions.node,
    execPath: process.execPath,
  };
}

/** What to do where the packages bring no Node that runs. */
function advice({ platform, arch, musl }) {
  const system = `${platform} ${arch}`;
  if (platform === 'linux' && musl) {
    return `the Node package of npm does not run on musl systems, such as Alpine. Install Node ${NEEDED_NODE} or newer and npm from the packages of the system`;
  }
  if (SYSTEMS.some(({ os, cpu }) => os === platform && cpu === arch)) {
    return `npm did not install the optional package with Node for ${system}. Start again with npm_config_omit and npm_config_optional unset, or install Node ${NEEDED_NODE} from ${DOWNLOAD}`;
  }
  if (platform === 'win32' && arch === 'arm64') {
    return `npm has no Node package for Windows on ARM. Install Node ${NEEDED_NODE} for ARM64 from ${DOWNLOAD}`;
  }
  if (arch === 'arm' || arch === 'ia32') {
    return `32-bit processors are not supported (${system}). Install a 64-bit system, also on a Raspberry Pi 3 or newer`;
  }
  return `npm has no Node package for ${system}. Install Node ${NEEDED_NODE} or newer from the packages of the system`;
}

/**
 * @param {Machine} machine
 * @param {string} root - the folder that holds node_modules
 * @param {(path: string) => boolean} exists
 * @returns {{ node: string, problem?: undefined } | { node?: undefined, problem: string }} the program, or one line that
 *   says what to do
 */
export function chooseNode(machine, root, exists) {
  if (Number(machine.version.split('.')[0]) >= NEEDED_NODE) return { node: machine.execPath };
  const system = SYSTEMS.find(({ os, cpu }) => os === machine.platform && cpu === machine.arch);
  if (system !== undefined && !machine.musl) {
    const node = join(root, 'node_modules', system.node.package, system.node.file);
    if (exists(node)) return { node };
  }
  return {
    problem: `Take a Number needs Node ${NEEDED_NODE}; this is ${machine.version}, and ${advice(machine)}.`,
  };
}
