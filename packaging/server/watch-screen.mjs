// Starts Chromium and asks its page every few seconds whether it lives: what screen.sh becomes.
//   watch-screen.mjs PROGRAM ARGUMENT…
// Chromium shows a page whose process died as a sad face, and one that hangs as it was, for ever: nobody stands there who would
// load it again. The server is not asked: a line stays open without the page, and a screen may belong to any server. Chromium is
// asked through a pipe of its own, which nobody else can hold. Where the page does not answer, all of Chromium ends, and this with
// it, so that whoever watches over the screen starts it anew (take-a-number-screen.service).
import { execFile, spawn } from 'node:child_process';

const ASK_MS = 5_000;
/** While the screen is off: a touch switches it on. */
const ASK_OFTEN_MS = 1_000;
/** Without an answer for so long it hangs. A slow machine that draws answers within five seconds. */
const HANGS_MS = 30_000;
/** Until the first answer: a slow machine that has just started. */
const STARTS_MS = 120_000;
/** A program that has not switched the screen by then is ended. */
const SWITCH_MS = 10_000;
const SWITCH_AGAIN_MS = 60_000;
/** Whether it is a page of ours, not one of Chromium's own that says what went wrong, and its scripts have drawn something. */
const LOOKS = `({
  draws: /^https?:$/.test(location.protocol) && (document.querySelector('#page') ?? document.body).childElementCount > 0,
  isBlack: document.querySelector('.dark-screen') !== null,
})`;

const [program, ...args] = process.argv.slice(2);
// A group of its own, so that all of it can be ended, also what is stopped.
const chromium = spawn(program, ['--remote-debugging-pipe', ...args], {
  stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'],
  detached: true,
});
const [, , , commands, answers] = chromium.stdio;

/** Lines to the pages: a window has one. */
const sessions = new Set();
let lastId = 0;
/** Questions of this turn. */
let asked = new Set();
let hasAnswered = false;
/** Without an answer, by the count of this program: the machine may have been asleep. */
let silentMs = 0;
let isEnding = false;

function send(method, params, sessionId) {
  lastId += 1;
  commands.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
  return lastId;
}

function end(why) {
  if (isEnding) return;
  isEnding = true;
  process.stderr.write(`take-a-number-screen: ${why}\n`);
  try {
    process.kill(-Number(chromium.pid), 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

function hear({ id, method, params, sessionId, result }) {
  if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'page') {
    sessions.add(params.sessionId);
    send('Inspector.enable', {}, params.sessionId);
  } else if (method === 'Target.detachedFromTarget') {
    sessions.delete(params.sessionId);
  } else if (method === 'Inspector.targetCrashed' && sessions.has(sessionId)) {
    end('the process of the page has died; Chromium is started anew');
  } else if (asked.has(id) && result?.result?.value?.draws === true) {
    hasAnswered = true;
    silentMs = 0;
    light(!result.result.value.isBlack);
  }
}

function ask() {
  if (silentMs >= (hasAnswered ? HANGS_MS : STARTS_MS)) {
    end(`the page has not answered for ${silentMs / 1_000} s; Chromium is started anew`);
    return;
  }
  const question = { expression: LOOKS, returnByValue: true };
  asked = new Set([...sessions].map((session) => send('Runtime.evaluate', question, session)));
  const nextMs = isLit === false ? ASK_OFTEN_MS : ASK_MS;
  silentMs += nextMs;
  setTimeout(ask, nextMs);
}

const { TAN_SCREEN_ON, TAN_SCREEN_OFF } = process.env;
/** Null: not known, as at the start. */
let isLit = null;
let isSwitching = false;
/** What could not be done is tried again, and told once. */
let failed = { on: null, at: 0 };

/** Without a shell, and one after another; whether the page is black is asked again soon. */
function light(on) {
  if (!TAN_SCREEN_ON || !TAN_SCREEN_OFF || isSwitching || on === isLit) return;
  if (failed.on === on && performance.now() - failed.at < SWITCH_AGAIN_MS) return;
  isSwitching = true;
  const [file, ...words] = (on ? TAN_SCREEN_ON : TAN_SCREEN_OFF).trim().split(/\s+/);
  execFile(file, words, { timeout: SWITCH_MS, killSignal: 'SIGKILL' }, (error) => {
    isSwitching = false;
    isLit = error === null ? on : null;
    if (error !== null && failed.on !== on) {
      process.stderr.write(`take-a-number-screen: not switched ${on ? 'on' : 'off'}: ${error.message.trim()}\n`);
    }
    failed = error === null ? { on: null, at: 0 } : { on, at: performance.now() };
  });
}

let unread = '';
answers.setEncoding('utf8').on('data', (text) => {
  const messages = (unread + text).split('\0');
  unread = messages.pop() ?? '';
  for (const message of messages) hear(JSON.parse(message));
});
for (const pipe of [commands, answers]) pipe.on('error', () => {});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => end(`it was ended by ${signal}`));
chromium.on('error', (error) => {
  process.stderr.write(`take-a-number-screen: ${error.message}\n`);
  process.exit(1);
});
chromium.on('exit', (code) => process.exit(code ?? 1));

send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
ask();
