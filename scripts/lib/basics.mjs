// What every script here stands on. They run on Node 20 with nothing installed, so they import nothing but Node itself.
// Everything they say goes to standard error: standard output belongs to the program.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whatToDo } from './plain-faults.mjs';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Where what is being prepared is noted: not below `node_modules`, which npm may make anew. */
export const NOTES = join(ROOT, '.preparing');

export function say(line) {
  process.stderr.write(`${line}\n`);
}

export class PreparationError extends Error {}

/** Runs a command to its end; its standard output goes to our standard error. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new PreparationError(`${command} ${args.join(' ')} ended with ${signal ?? code}`));
    });
  });
}

/**
 * Runs a command to its end and keeps what it says for the case that it fails: then one line tells what to do, if what
 * it said names a known cause, else all of it and how it ended.
 *
 * @param what begins the line: "The packages could not be installed"
 * @param options of the process; `source` says where things come from, see `whatToDo`; `inOneLine`: of what nobody knows,
 *   only the last line
 */
export function runQuietly(what, command, args, { source, inOneLine = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said = (said + text).slice(-100_000);
      });
    }
    child.on('error', (error) => reject(new PreparationError(`${what}: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) {
        process.stderr.write(said);
        return resolve();
      }
      const known = whatToDo(said, source);
      const how = `it ended with ${signal ?? code}`;
      if (known !== null) reject(new PreparationError(`${what}: ${known}`));
      else if (inOneLine) reject(new PreparationError(`${what}: ${said.trim().split('\n').at(-1) || how}`));
      else reject(new PreparationError(`${said}${what}: ${how}`));
    });
  });
}

/** The text of a file; null when it cannot be read. */
export function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
