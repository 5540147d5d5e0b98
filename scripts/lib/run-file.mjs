import { join } from 'node:path';
import { handOver } from './exec-node.mjs';
import { prepare, ROOT, say } from './prepare.mjs';

/**
 * An npm command: prepares what the program needs and runs a file of the project with the arguments of this process. What
 * went wrong is one line, and its exit code is this process's.
 *
 * @param {string} file path within the project
 * @param {{build?: boolean, tools?: boolean, ready?: (node: string) => Promise<void>}} [wanted] what `prepare` is to see
 *   to, and what else the file needs
 * @param {readonly string[]} [before] arguments that stand before those of this process
 */
export async function runFile(file, { ready, ...wanted } = {}, before = []) {
  try {
    const node = await prepare(wanted);
    await ready?.(node);
    process.exitCode = await handOver(node, [join(ROOT, file), ...before, ...process.argv.slice(2)]);
  } catch (error) {
    say(error.message);
    process.exitCode = 1;
  }
}
