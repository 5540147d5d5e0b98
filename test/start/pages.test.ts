/** What `npm start` opens in front of the person, and what a second one does. Needs `npm run build`. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chosenOf, itInProofs } from '../helpers/whole.ts';
import { clone, sharedStandIn, standInAnswers } from './clone.ts';
import {
  cannotBe,
  commandsWith,
  folderOf,
  NO_SCREEN,
  npmStart,
  openFolder,
  processesIn,
  ROOT,
  runtimeThat,
  runtimeThatRuns,
  type Start,
  type StartOptions,
  screen,
  systemCommands,
  takeTicket,
} from './npm-start.ts';

let system: string;
/** Where it is `npm start` alone that opens something or leaves it, and the program has no part in that. */
let standIn: ReturnType<typeof sharedStandIn>;
beforeAll(() => {
  system = systemCommands();
  standIn = sharedStandIn();
});
afterAll(() => {
  rmSync(system, { recursive: true, force: true });
  standIn.remove();
});

/** A browser that notes what it was asked to open; a start on a screen, with a runtime that does not come up. */
async function desk(browsers: readonly string[], options: StartOptions & { readonly runtime?: string } = {}) {
  const note = join(folderOf(options.person ?? 'user'), 'opened');
  const noting = Object.fromEntries(browsers.map((name) => [name, `echo "${name} $*" >> "${note}"`]));
  const env = {
    ...(await screen()),
    PATH: commandsWith(noting, system),
    // No browser of this machine's own.
    XDG_DATA_DIRS: openFolder(),
    BROWSER: browsers.includes('plain-browser') ? 'plain-browser' : '',
    ELECTRON_OVERRIDE_DIST_PATH: options.runtime ?? runtimeThat('exit 1'),
    ...options.env,
  };
  const data = folderOf(options.person ?? 'user');
  const flags = ['--printer', 'none:', '--port', '0', '--data', data, ...(options.flags ?? [])];
  const opened = (): readonly string[] =>
    existsSync(note) ? readFileSync(note, 'utf8').split('\n').filter(Boolean) : [];
  return {
    start: (more: readonly string[] = []) => npmStart({ ...options, env, flags: [...flags, ...more] }),
    /** Each with the name of the browser in front, and a word for its token. */
    opened: () => opened().map((line) => line.replace(/#token=[\w-]{43}$/, '#token')),
    /** The page that the last one was given, token and all; empty before that. */
    lastPage: () => /https?:\S+$/.exec(opened().at(-1) ?? '')?.[0] ?? '',
    data,
  };
}

/** A site that others reach, so that keys are asked for; all else is the demo's. */
function siteForOthers(): string {
  const path = join(openFolder(), 'site.json');
  const site = JSON.parse(readFileSync(join(ROOT, 'assets/demo/site.json'), 'utf8')) as { readonly settings?: object };
  writeFileSync(path, JSON.stringify({ ...site, settings: { ...site.settings, public_url: 'https://queue.example' } }));
  return path;
}

/** Flags for a certificate of this start's own, for that name. */
function certificate(name = 'queue.example'): readonly string[] {
  const folder = openFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-subj', `/CN=${name}`], {
    stdio: 'ignore',
  });
  chmodSync(key, 0o644);
  return ['--tls-cert', cert, '--tls-key', key];
}

describe('the browser', () => {
  it('is a window without bars where one can do that', async () => {
    const { start, opened } = await desk(['chromium', 'plain-browser'], { root: standIn.root });
    const address = await start().ready;
    await expect.poll(opened).toEqual([`chromium --app=${address}/kiosk/#token`]);
  });

  it('is else the one that the system opens addresses with', async () => {
    const { start, opened } = await desk(['plain-browser'], { root: standIn.root });
    const address = await start().ready;
    await expect.poll(opened).toEqual([`plain-browser ${address}/kiosk/#token`]);
  });

  it('that cannot be opened is told, with the address', async () => {
    const { start } = await desk([], {
      env: { PATH: commandsWith({ chromium: 'exit 3' }, system) },
      root: standIn.root,
    });
    const kiosk = start();
    const address = await kiosk.ready;
    const line = `No browser could be opened (it ended with exit code 3); open ${address}/kiosk/ in one.`;
    await expect.poll(kiosk.told).toContain(line);
    expect(await standInAnswers(address)).toBe(true);
    expect(kiosk.told().join('\n')).not.toContain('token=');
  });

  const LEFT_ALONE: readonly (readonly [string, StartOptions])[] = [
    ['--no-open', { flags: ['--no-open'] }],
    ['TAN_NO_OPEN', { env: { TAN_NO_OPEN: '1' } }],
    ['no display', { env: NO_SCREEN }],
    ['a display that does not answer', { env: { DISPLAY: ':9973', WAYLAND_DISPLAY: '' } }],
  ];
  // What was said, and what is so.
  const TWO_WAYS = ['--no-open', 'a display that does not answer'];

  it.each(chosenOf(LEFT_ALONE, ([name]) => TWO_WAYS.includes(name)))(
    'is left alone with %s',
    async (_name, options) => {
      const { start, opened } = await desk(['chromium', 'plain-browser'], { ...options, root: standIn.root });
      const kiosk = start();
      await kiosk.ready;
      expect(kiosk.told().join('\n')).toMatch(/The kiosk window (cannot open|closed unexpectedly): .*address/);
      await kiosk.stop();
      expect(opened()).toEqual([]);
    },
  );

  it.skipIf(cannotBe('root') !== null)('is left alone as root, for whom it would not start', async () => {
    const { start, opened } = await desk(['chromium', 'plain-browser'], {
      person: 'root',
      root: clone({ owner: 'root', standIn: true }),
    });
    const kiosk = start();
    await kiosk.ready;
    expect(kiosk.told().join('\n')).toMatch(/as root.*Open the address below in a browser\./);
    await kiosk.stop();
    expect(opened()).toEqual([]);
  });

  it('is not opened where there is a window', async () => {
    const { start, opened } = await desk(['chromium'], {
      runtime: runtimeThatRuns(standIn.root).folder,
      root: standIn.root,
    });
    const kiosk = start();
    await kiosk.ready;
    await kiosk.stop();
    expect(opened()).toEqual([]);
  });
});

describe('where keys are asked for', () => {
  it('the page that is opened is let in: by the first start, and by the second', async () => {
    const { start, lastPage } = await desk(['chromium'], { flags: ['--site', siteForOthers()] });
    const address = await start().ready;
    await expect(takeTicket(address)).rejects.toThrow('sent away');
    await expect.poll(lastPage).toContain(`${address}/kiosk/#token=`);
    const first = lastPage();
    expect(await takeTicket(first)).toBe('B001');
    const second = await start().ended;
    expect(second.code).toBe(0);
    await expect.poll(lastPage).not.toBe(first);
    expect(second.err).not.toContain('token=');
    expect(await takeTicket(lastPage())).toBe('B002');
  });

  itInProofs('so it is when it follows on a broken window', async () => {
    const { folder, pidFile } = runtimeThatRuns();
    const { start, lastPage } = await desk(['chromium'], { runtime: folder, flags: ['--site', siteForOthers()] });
    await start().ready;
    process.kill(processesIn(pidFile)[0], 'SIGUSR2');
    await expect.poll(lastPage).toContain('#token=');
    expect(await takeTicket(lastPage())).toBe('B001');
  });
});

/** A second start ended well, told that once, and was never ready. */
function runsAlready(second: Awaited<Start['ended']>, address: string): void {
  expect(second).toMatchObject({ code: 0, out: '' });
  expect(second.err.match(new RegExp(`Take a Number is already running at ${address}`, 'g'))).toHaveLength(1);
}

describe('a second start', () => {
  itInProofs('on the same data opens the page of the first in its window', async () => {
    const { start, opened } = await desk(['chromium'], { runtime: runtimeThatRuns().folder });
    const address = await start().ready;
    runsAlready(await start().ended, address);
    await expect.poll(() => opened().at(-1)).toBe(`chromium --app=${address}/kiosk/#token`);
    expect(await takeTicket(address)).toBe('B001');
  });

  it('on the same data opens the page of the first in a browser, and at its port whatever its data', async () => {
    const { start, opened } = await desk(['chromium']);
    const address = await start().ready;
    runsAlready(await start().ended, address);
    await expect.poll(opened).toHaveLength(2);
    const letIn = `chromium --app=${address}/kiosk/#token`;
    expect(opened()).toEqual([letIn, letIn]);

    const second = start(['--port', new URL(address).port, '--data', folderOf('user')]);
    expect(await second.ended).toMatchObject({ code: 0, out: '' });
    expect(second.told().join('\n')).toContain(
      `Take a Number is already running at ${address} with another data folder`,
    );
    await expect.poll(opened).toHaveLength(3);
    // The token stands in the other one's data, which are not ours.
    expect(opened().at(-1)).toBe(`chromium --app=${address}/kiosk/`);
    expect(await takeTicket(address)).toBe('B001');
  });

  it('with a certificate opens it by the name that the certificate is for, as the first one did', async () => {
    const { start, opened } = await desk(['chromium'], { flags: certificate('localhost') });
    const address = await start().ready;
    const named = address.replace('127.0.0.1', 'localhost');
    await expect.poll(opened).toEqual([`chromium --app=${named}/kiosk/#token`]);
    expect((await start().ended).code).toBe(0);
    const letIn = `chromium --app=${named}/kiosk/#token`;
    await expect.poll(opened).toEqual([letIn, letIn]);
    // On other data it has no token, and learns the name from the certificate that it is shown.
    expect((await start(['--port', new URL(address).port, '--data', folderOf('user')]).ended).code).toBe(0);
    await expect.poll(opened).toEqual([letIn, letIn, `chromium --app=${named}/kiosk/`]);
  });

  itInProofs('finds one with a certificate, on the same data and at the same port', async () => {
    const { start, opened } = await desk(['chromium'], { flags: certificate() });
    const address = await start().ready;
    expect(address).toMatch(/^https:/);
    const elsewhere = ['--port', new URL(address).port, '--data', folderOf('user')];
    for (const [before, where] of [[], elsewhere].entries()) {
      expect(await start(where).ended).toMatchObject({
        code: 0,
        err: expect.stringContaining(`Take a Number is already running at ${address}`),
      });
      await expect.poll(opened).toHaveLength(before + 2);
      expect(opened().at(-1)).toContain(`chromium --app=${address}/kiosk/`);
    }
  });

  itInProofs('at the same moment knows where the other one runs', async () => {
    const { start } = await desk([], { flags: ['--no-open'] });
    const both = [start(), start(), start()];
    const address = await Promise.any(both.map(({ ready }) => ready));
    const ends = await Promise.all(both.map(({ ready, ended }) => Promise.race([ready, ended])));
    const losers = ends.filter((end) => typeof end !== 'string');
    expect(losers).toHaveLength(2);
    for (const end of losers) {
      expect(end).toMatchObject({ code: 0, out: '' });
      expect(end.err).toContain(`is already running at ${address}`);
    }
  });

  it('is a first one again after a crash', async () => {
    const { start } = await desk([], { flags: ['--no-open'] });
    const first = start();
    await first.ready;
    first.child.kill('SIGKILL');
    await first.ended;
    // The program ends as soon as it hears that nobody owns it; until then it is the one that runs.
    const again = async (): Promise<string> => {
      const kiosk = start();
      return Promise.race([kiosk.ready, kiosk.ended.then(() => '')]);
    };
    await expect.poll(again, { timeout: 60_000 }).toMatch(/^http/);
  });
});
