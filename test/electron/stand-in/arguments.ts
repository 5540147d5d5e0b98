/**
 * Electron's guard on Windows: only the last argument may look like an address, up to a bare `--`.
 * An address begins with a letter and has a colon behind more than one character without blanks.
 */
const ADDRESS = /^[A-Za-z][^:\s]+:/;

/** False: the program ends with -1 and without a message. */
export function passesGuard(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const judged = end < 0 ? argv : argv.slice(0, end);
  const address = judged.findIndex((argument) => ADDRESS.test(argument));
  return address < 0 || address === judged.length - 1;
}
