/**
 * `npm start` with runtimes of all kinds: whatever they do, the kiosk is in front of the person. Needs `npm run build`.
 * What the program has to do with it is tried with the program; where only the end of the runtime is another one, by a
 * stand-in that is ready at once.
 */
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { chosenOf } from '../helpers/whole.ts';
import { sharedStandIn, standInAnswers } from './clone.ts';
import {
  cannotBe,
  folderOf,
  npmStart,
  type Person,
  processesIn,
  ROOT,
  runtimeThat,
  runtimeThatRuns,
  type Start,
  screen,
  takeTicket,
} from './npm-start.ts';

let standIn: ReturnType<typeof sharedStandIn>;
beforeAll(() => {
  standIn = sharedStandIn();
});
afterAll(() => standIn.remove());

const SUID_MESSAGE =
  'FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found, but is not configured correctly.';

/** Runtimes that never get ready, and what is said of them to an ordinary user. */
const BROKEN: readonly (readonly [string, string, RegExp])[] = [
  ['aborts', `echo "${SUID_MESSAGE}" >&2; kill -ABRT $$`, /was terminated by SIGABRT before it was ready/],
  ['is killed', 'kill -KILL $$', /was terminated by SIGKILL before it was ready/],
  ['ends with an error', 'exit 1', /exited with code 1 before it was ready/],
  ['is no program here', 'exec /nowhere/lib/ld-linux', /exited with code 127 before it was ready/],
  ['ends before it is ready', 'exit 0', /exited with code 0 before it was ready/],
  ['hangs', 'trap "" TERM; sleep 1000; sleep 1000', /was not ready in time/],
];

/** Of these one that ends and one that does not. */
const TWO_BROKEN = ['aborts', 'hangs'];

const ROOT_REFUSED = /^The kiosk window cannot open: Electron does not run as root; .*adduser kiosk/;
const GONE = /^The kiosk window closed unexpectedly: /;

async function startWith(runtime: string, person: Person, flags: readonly string[] = [], root = ROOT): Promise<Start> {
  const env = { ...(await screen()), ELECTRON_OVERRIDE_DIST_PATH: runtime };
  return npmStart({ person, env, root, flags: ['--no-open', '--port', '0', '--printer', 'none:', ...flags] });
}

const readyLines = (out: string): readonly string[] => out.split('\n').filter((line) => line.startsWith('ready '));

/** Whether a process is there, and no mere entry of one that has ended. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The kiosk comes up in a browser, is ready once, and ends well; gives what was said of its window. */
async function comesUp(start: Start, root = ROOT): Promise<readonly string[]> {
  const address = await start.ready;
  if (root === ROOT) expect(await takeTicket(address)).toBe('B001');
  else expect(await standInAnswers(address)).toBe(true);
  const said = start.told().filter((line) => line.startsWith('The kiosk'));
  const { code, out } = await start.stop();
  expect(code).toBe(0);
  expect(readyLines(out)).toHaveLength(1);
  return said;
}

describe('the kiosk comes up', () => {
  it.each(chosenOf(BROKEN, ([name]) => TWO_BROKEN.includes(name)))(
    'when the runtime %s',
    async (name, script, reason) => {
      const root = name === 'aborts' ? ROOT : standIn.root;
      const start = await startWith(runtimeThat(script), 'user', ['--window-wait', '1'], root);
      expect(await comesUp(start, root)).toEqual([expect.stringMatching(reason)]);
    },
  );

  it.skipIf(cannotBe('root') !== null)('as root, for whom no runtime is tried, whatever it would do', async () => {
    const note = join(folderOf('root'), 'tried');
    const start = await startWith(runtimeThat(`touch "${note}"; exit 1`), 'root', ['--window-wait', '1']);
    expect(await comesUp(start)).toEqual([expect.stringMatching(ROOT_REFUSED)]);
    expect(existsSync(note)).toBe(false);
  });
});

describe('a runtime', () => {
  it('is told to draw on X11 where two screens need it, and gets the folder and the flags', async () => {
    const { root } = standIn;
    const env = {
      ...(await screen()),
      DISPLAY: ':9973',
      ELECTRON_OVERRIDE_DIST_PATH: runtimeThat('echo "got $*"; exit 1'),
    };
    const start = npmStart({ root, env, flags: ['--no-open', '--second-screen', 'display-1'] });
    const { out } = await start.stop();
    expect(out).toContain(`got --ozone-platform=x11 ${root} --no-open --second-screen display-1\n`);
  });
});

describe('a runtime that works', () => {
  const data = (): readonly string[] => ['--data', join(folderOf('user'), 'data')];

  it('has the kiosk to itself, and ends with it', async () => {
    const { folder, pidFile } = runtimeThatRuns();
    const start = await startWith(folder, 'user', data());
    expect(await takeTicket(await start.ready)).toBe('B001');
    const [runtime] = processesIn(pidFile);
    const { code, out, err } = await start.stop();
    expect(code).toBe(0);
    expect(readyLines(out)).toHaveLength(1);
    expect(err).not.toMatch(/kiosk window/);
    expect(isThere(runtime)).toBe(false);
  });

  const ENDS = [
    ['crashes', 'SIGABRT', /its runtime was terminated by SIGABRT\. /],
    ['is killed', 'SIGKILL', /its runtime was terminated by SIGKILL\. /],
    ['ends with an error', 'SIGUSR2', /its runtime exited with code 9\. /],
  ] as const;

  it.each(chosenOf(ENDS, ([, signal]) => signal === 'SIGKILL'))(
    'and %s later leaves data and port to the browser',
    async (_name, signal, reason) => {
      // That nothing is lost shows where the program has no moment to put anything in order.
      const isWhole = signal === 'SIGKILL';
      const root = isWhole ? ROOT : standIn.root;
      const { folder, pidFile } = runtimeThatRuns(root);
      const start = await startWith(folder, 'user', data(), root);
      const address = await start.ready;
      if (isWhole) expect(await takeTicket(address)).toBe('B001');
      const [runtime, helper] = processesIn(pidFile);
      process.kill(runtime, signal);
      await expect.poll(() => start.told().some((line) => reason.test(line) && GONE.test(line))).toBe(true);
      const until = { timeout: 60_000 };
      if (isWhole) await expect.poll(() => takeTicket(address).catch(() => ''), until).toBe('B002');
      else await expect.poll(() => standInAnswers(address), until).toBe(true);
      expect(isThere(helper)).toBe(false);
      const { code, out } = await start.stop();
      expect(code).toBe(0);
      expect(out).toBe(`ready ${address}\n`);
    },
  );

  it('and is closed by somebody ends it all', async () => {
    const { folder, pidFile } = runtimeThatRuns(standIn.root);
    const start = await startWith(folder, 'user', data(), standIn.root);
    await start.ready;
    process.kill(processesIn(pidFile)[0], 'SIGTERM');
    const { code, err } = await start.ended;
    expect(code).toBe(0);
    expect(err).not.toMatch(GONE);
  });

  it('opens anew when it asks for that, and not for ever', async () => {
    const counts = folderOf('user');
    const start = await startWith(runtimeThat(`mktemp "${counts}/XXXXXX"; exit 75`), 'user', [], standIn.root);
    await start.ready;
    expect(start.told().find((line) => GONE.test(line))).toMatch(/it restarted too often/);
    expect(readdirSync(counts)).toHaveLength(4);
    await start.stop();
  });
});

describe('a program that refuses to start', () => {
  it.each(chosenOf(['window', 'browser'], (where) => where === 'window'))(
    'is not tried elsewhere: a bad flag (%s)',
    async (where) => {
      const start = await startWith(where === 'window' ? runtimeThatRuns().folder : runtimeThat('exit 1'), 'user', [
        '--moon',
      ]);
      const { code, out, err } = await start.ended;
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err.match(/--moon/g)).toHaveLength(1);
    },
  );

  it('is not tried elsewhere: a port that a stranger has', async () => {
    const stranger = createServer((_request, answer) => answer.end('hello'));
    await new Promise<void>((tell) => void stranger.listen(0, '127.0.0.1', tell));
    onTestFinished(() => void stranger.close());
    const { port } = stranger.address() as AddressInfo;
    const start = await startWith(runtimeThatRuns().folder, 'user', ['--port', String(port)]);
    const { code, out, err } = await start.ended;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err.match(new RegExp(`Port ${port} is in use`, 'g'))).toHaveLength(1);
    expect(err).not.toMatch(GONE);
  });
});
