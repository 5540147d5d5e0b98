// One process at a time in a folder: two that start at once must not install or build over each other.
//
// A claim is a file `claim-<number>`; the highest number is the one that holds. Whoever wants the folder makes the next
// number, which only one can. A claim is never taken away while it is the highest, only marked as given up, so that no
// number comes twice. Who holds a claim writes into it every second; one that stands still belongs to a process that is
// gone. Nothing here asks the wall clock.
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from './basics.mjs';
import { isAlive } from './is-alive.mjs';

const LOOK_AGAIN_MS = 100;
const SIGN_OF_LIFE_MS = 1_000;
const GONE_AFTER_MS = 20_000;
const GIVEN_UP = 'given up';

function highestClaim(folder) {
  const numbers = readdirSync(folder).map((name) => Number(/^claim-(\d+)$/.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

/** Whether somebody still holds it, as far as can be told at once; `standing` watches it over time. */
function isHeld(file, standing) {
  let text;
  let size;
  try {
    text = readFileSync(file, 'utf8');
    size = statSync(file).size;
  } catch {
    return false;
  }
  if (text.includes(GIVEN_UP)) return false;
  const pid = Number(/^process (\d+)\n/.exec(text)?.[1] ?? 0);
  if (pid > 0 && !isAlive(pid)) return false;
  if (standing.file !== file || standing.size !== size)
    Object.assign(standing, { file, size, since: performance.now() });
  return performance.now() - standing.since < GONE_AFTER_MS;
}

async function claim(folder, what) {
  mkdirSync(folder, { recursive: true });
  const standing = {};
  let told = false;
  for (;;) {
    const highest = highestClaim(folder);
    if (highest === 0 || !isHeld(join(folder, `claim-${highest}`), standing)) {
      const file = join(folder, `claim-${highest + 1}`);
      try {
        writeFileSync(file, `process ${process.pid}\n`, { flag: 'wx' });
        for (let old = highest; old > 0 && old > highest - 10; old -= 1) {
          rmSync(join(folder, `claim-${old}`), { force: true });
        }
        return file;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
        continue;
      }
    }
    if (!told) say(`Another start is ${what} in this folder; waiting for it …`);
    told = true;
    await pause(LOOK_AGAIN_MS);
  }
}

/**
 * Does `work` while no other process does any in this folder.
 *
 * @param what for those who wait: "installing or building"
 */
export async function oneAtATime(folder, what, work) {
  const file = await claim(folder, what);
  const signs = setInterval(() => appendFileSync(file, '.'), SIGN_OF_LIFE_MS);
  try {
    return await work();
  } finally {
    clearInterval(signs);
    try {
      appendFileSync(file, `\n${GIVEN_UP}\n`);
    } catch {
      // A disk that is full: the claim ends with this process.
    }
  }
}
