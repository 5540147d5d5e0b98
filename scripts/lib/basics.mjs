// What every script here stands on. They run on Node 20 with nothing installed, so they import nothing but Node itself.
// Everything they say goes to standard error: standard output belongs to the program.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whatToDo } from './explain-errors.mjs';
import { listenForStop } from './listen-for-stop.mjs';
import { tellToStop } from './stop-child.mjs';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The built program, without a window. */
export const SERVE = join(ROOT, 'dist', 'main', 'serve.js');

/** Where what is being prepared is noted: not below `node_modules`, which npm may make anew. */
export const NOTES = join(ROOT, '.preparing');

export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** npm first ends what it waits for, which may take minutes. */
const KILL_AFTER_MS = 2_000;

export class PreparationError extends Error {
  /** Whether the work was broken off in its middle, so that what it has left cannot be trusted. */
  brokenOff = false;
}

function brokenOff(what, how) {
  return Object.assign(new PreparationError(`${what}: ${how}; the next start repeats it`), { brokenOff: true });
}

/** Runs a command to its end; its standard output goes to our standard error. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new PreparationError(`${command} ${args.join(' ')} exited with ${signal ?? code}`));
    });
  });
}

/**
 * Runs a command to its end and keeps what it says for the case that it fails: then one line tells what to do, if what
 * it said names a known cause, else all of it and how it ended. Whoever ends us ends it too: it must not work on behind
 * the back of the next start.
 *
 * @param what begins the line: "The packages could not be installed"
 * @param options of the process; `source` says where things come from, see `whatToDo`; `inOneLine`: of what nobody knows,
 *   only the last line
 */
export function runQuietly(what, command, args, { source, inOneLine = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const stop = listenForStop();
    let kill;
    stop.onStop((signal) => {
      tellToStop(child, signal);
      kill ??= setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        said = (said + text).slice(-100_000);
      });
    }
    child.on('error', (error) => {
      stop.close();
      reject(new PreparationError(`${what}: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      stop.close();
      clearTimeout(kill);
      if (stop.signal !== null) return reject(brokenOff(what, 'stopped'));
      if (code === 0) {
        process.stderr.write(said);
        return resolve();
      }
      const known = whatToDo(said, source);
      if (signal !== null) return reject(brokenOff(what, `it was terminated by ${signal}`));
      const how = `exit code ${code}`;
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
