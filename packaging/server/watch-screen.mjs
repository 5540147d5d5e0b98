// Starts Chromium and checks every few seconds that its page responds; screen.sh becomes this program.
//   watch-screen.mjs PROGRAM ARGUMENT…
// Chromium does not reload a crashed or frozen page. The server cannot tell: a connection stays open without a working page, and a
// screen can belong to any server. Chromium is queried through a private pipe. If the page does not respond, Chromium and this
// program end, and systemd restarts them (take-a-number-screen.service).
import { execFile, spawn } from 'node:child_process';

const ASK_MS = 5_000;
/** Interval while the screen is off, so that a touch switches it on. */
const ASK_OFTEN_MS = 1_000;
/** Deadline of an answer. A slow machine that is busy answers within five seconds. */
const HANGS_MS = 30_000;
/** Deadline of the first answer, for slow machines. */
const STARTS_MS = 120_000;
/** Deadline of a program that switches the screen. */
const SWITCH_MS = 10_000;
const SWITCH_AGAIN_MS = 60_000;
/** Whether the page is the program's, not an error page of Chromium, and has rendered. */
const LOOKS = `({
  draws: /^https?:$/.test(location.protocol) && (document.querySelector('#page') ?? document.body).childElementCount > 0,
  isBlack: document.querySelector('.dark-screen') !== null,
})`;

const [program, ...args] = process.argv.slice(2);
// A separate process group, so that all processes can be ended, including stopped ones.
const chromium = spawn(program, ['--remote-debugging-pipe', ...args], {
  stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'],
  detached: true,
});
const [, , , commands, answers] = chromium.stdio;

/** Sessions of the pages, one per window. */
const sessions = new Set();
let lastId = 0;
/** Open queries. */
let asked = new Set();
let hasAnswered = false;
/** Time without an answer, counted by this program because the machine may have slept. */
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
    // The process has already ended.
  }
}

function hear({ id, method, params, sessionId, result }) {
  if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'page') {
    sessions.add(params.sessionId);
    send('Inspector.enable', {}, params.sessionId);
  } else if (method === 'Target.detachedFromTarget') {
    sessions.delete(params.sessionId);
  } else if (method === 'Inspector.targetCrashed' && sessions.has(sessionId)) {
    end('the page process crashed; Chromium is restarted');
  } else if (asked.has(id) && result?.result?.value?.draws === true) {
    hasAnswered = true;
    silentMs = 0;
    light(!result.result.value.isBlack);
  }
}

function ask() {
  if (silentMs >= (hasAnswered ? HANGS_MS : STARTS_MS)) {
    end(`the page did not respond for ${silentMs / 1_000} s; Chromium is restarted`);
    return;
  }
  const question = { expression: LOOKS, returnByValue: true };
  asked = new Set([...sessions].map((session) => send('Runtime.evaluate', question, session)));
  const nextMs = isLit === false ? ASK_OFTEN_MS : ASK_MS;
  silentMs += nextMs;
  setTimeout(ask, nextMs);
}

const { TAN_SCREEN_ON, TAN_SCREEN_OFF } = process.env;
/** Null until the first answer. */
let isLit = null;
let isSwitching = false;
/** Failures are retried, and logged once. */
let failed = { on: null, at: 0 };

/** Runs without a shell, one command at a time; the next query follows soon. */
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
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => end(`it was terminated by ${signal}`));
chromium.on('error', (error) => {
  process.stderr.write(`take-a-number-screen: ${error.message}\n`);
  process.exit(1);
});
chromium.on('exit', (code) => process.exit(code ?? 1));

send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
ask();
