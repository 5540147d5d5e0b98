// Makes a fresh clone ready to run: packages, the Node version that the program needs, the built program.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { NOTES, PreparationError, ROOT, SERVE, say } from './basics.mjs';
import { ensureBuilt } from './built.mjs';
import { whatToDo } from './explain-errors.mjs';
import { chooseNode, thisMachine } from './find-node.mjs';
import { oneAtATime } from './install-lock.mjs';
import { askAgain, ensurePackages, renewPackages } from './packages.mjs';

export { ROOT, run, SERVE, say } from './basics.mjs';

const LOAD_DEADLINE_MS = 60_000;

/** The Node that the program runs on. */
export function findNode() {
  const { node, problem } = chooseNode(thisMachine(), ROOT, existsSync);
  if (node === undefined) {
    askAgain();
    throw new PreparationError(problem);
  }
  return node;
}

/** Does the work while no other start does any in this folder; what the machine refuses is told in one line. */
export async function whileAlone(work) {
  try {
    return await oneAtATime(NOTES, 'installing or building', work);
  } catch (error) {
    if (error instanceof PreparationError || error.code === undefined) throw error;
    throw new PreparationError(`The program could not be prepared: ${whatToDo(error.message) ?? error.message}`);
  }
}

/**
 * Packages, Node and build, in this order; gives the Node to run with.
 *
 * @param options `build`: whether program and pages are wanted; `tools`: whether what tests and packaging need is
 */
export async function prepare({ build = true, tools = false } = {}) {
  await ensurePackages(whileAlone, { tools });
  const node = findNode();
  if (build) await ensureBuilt(node, whileAlone);
  return node;
}

/** Whether all that the program is made of can be loaded. Where it cannot be told, true. */
function loads(node) {
  const { error, status } = spawnSync(node, [SERVE, '--version'], { stdio: 'ignore', timeout: LOAD_DEADLINE_MS });
  return error !== undefined || status === 0;
}

/**
 * For a program that has failed: if it cannot even be loaded, a file of its packages is missing, and they are installed anew.
 * Gives whether that has helped; false also when it was not called for.
 */
export async function renew(node) {
  if (loads(node)) return false;
  say('Packages are incomplete; reinstalling them …');
  // Another start may have done it meanwhile, and run.
  await whileAlone(async () => loads(node) || renewPackages());
  return loads(node);
}
