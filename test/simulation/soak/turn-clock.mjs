// Given to the built program before itself (`node --import`): its clock can be turned on from outside, by messages of the process that
// started it. Everything that is due on the way is called back in its turn, at the instant for which it was asked. Durations that are measured
// (`performance.now()`) stay real.
//   {turn: ms, step: ms}   on by so much, no further than `step` at once, with time for answers in between
//   {weigh: true}          collects what is not needed any more, and says how much is in use

import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

const realNow = Date.now;
const realUptime = os.uptime;
const [realSetTimeout, realClearTimeout] = [globalThis.setTimeout, globalThis.clearTimeout];
const pause = () => new Promise((resolve) => void setImmediate(resolve));
/** What became due by a jump has this long in reality, for an answer that is on its way. */
const LEAST_MS = 25;
const MOST_MS = 5_000;
let ahead = 0;
const waiting = new Set();

Date.now = () => Math.floor(realNow() + ahead);
// Time passes, as for a machine that slept: it is no clock that was set.
os.uptime = () => realUptime() + ahead / 1000;
syncBuiltinESMExports();

/** Of few lengths: Node keeps a list for each length that was ever asked for, until that time is over. */
function realWait(ms) {
  return Math.min(MOST_MS, Math.max(LEAST_MS, Math.ceil(ms / LEAST_MS) * LEAST_MS));
}

class Timer {
  constructor(callback, ms, args) {
    this.ms = Number(ms) || 1;
    this.fire = () => {
      waiting.delete(this);
      callback(...args);
    };
    this.keeps = true;
    this.at = Date.now() + this.ms;
    waiting.add(this);
    this.arm();
  }

  arm() {
    realClearTimeout(this.real);
    this.real = realSetTimeout(
      () => (this.at <= Date.now() ? this.fire() : this.arm()),
      realWait(this.at - Date.now()),
    );
    if (!this.keeps) this.real.unref();
  }

  unref() {
    this.keeps = false;
    this.real.unref();
    return this;
  }

  ref() {
    this.keeps = true;
    this.real.ref();
    return this;
  }

  hasRef() {
    return this.keeps;
  }

  refresh() {
    this.at = Date.now() + this.ms;
    waiting.add(this);
    this.arm();
    return this;
  }

  close() {
    waiting.delete(this);
    realClearTimeout(this.real);
    return this;
  }
}

globalThis.setTimeout = (callback, ms, ...args) => new Timer(callback, ms, args);
globalThis.clearTimeout = (timer) => (timer instanceof Timer ? void timer.close() : realClearTimeout(timer));

/**
 * On by `ms`, in one go. What is asked for on the way waits for the next one, also when it is due: a deadline does not pass before
 * the answer to what it bounds had any time.
 */
function jump(ms) {
  const target = Date.now() + ms;
  const due = [...waiting].filter(({ at }) => at <= target).sort((one, other) => one.at - other.at);
  for (const timer of due) {
    if (!waiting.has(timer) || timer.at > target) continue;
    ahead += Math.max(0, timer.at - Date.now());
    realClearTimeout(timer.real);
    timer.fire();
  }
  ahead += Math.max(0, target - Date.now());
  for (const timer of waiting) timer.arm();
}

async function turn({ turn: ms, step }) {
  for (let left = ms; left > 0; left -= step) {
    jump(Math.min(step, left));
    await pause();
    // Longer steps begin more, which has to come to its end.
    if (step > 5_000) await new Promise((resolve) => void realSetTimeout(resolve, 12));
  }
  process.send({ weekly: { turned: Date.now() } });
}

async function weigh() {
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc?.();
    await pause();
  }
  const { heapUsed, external } = process.memoryUsage();
  process.send({ weekly: { heap: heapUsed, external } });
}

process.on('message', (asked) => {
  if (asked.turn !== undefined) void turn(asked);
  else if (asked.weigh === true) void weigh();
});
// It lives for the program, not for us.
process.channel?.unref();
