/** What `npm start` opens in front of the person, and what a second one does. Needs `npm run build`. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  cannotBe,
  commandsWith,
  folderOf,
  NO_SCREEN,
  npmStart,
  openFolder,
  runtimeThat,
  runtimeThatRuns,
  type StartOptions,
  screen,
  takeTicket,
} from './npm-start.ts';

/** A browser that notes what it was asked to open; a start on a screen, with a runtime that does not come up. */
async function desk(browsers: readonly string[], options: StartOptions & { readonly runtime?: string } = {}) {
  const note = join(folderOf(options.person ?? 'user'), 'opened');
  const noting = Object.fromEntries(browsers.map((name) => [name, `echo "${name} $*" >> "${note}"`]));
  const env = {
    ...(await screen()),
    PATH: commandsWith(noting),
    // No browser of this machine's own.
    XDG_DATA_DIRS: openFolder(),
    BROWSER: browsers.includes('plain-browser') ? 'plain-browser' : '',
    ELECTRON_OVERRIDE_DIST_PATH: options.runtime ?? runtimeThat('exit 1'),
    ...options.env,
  };
  const data = folderOf(options.person ?? 'user');
  const flags = ['--printer', 'none:', '--port', '0', '--data', data, ...(options.flags ?? [])];
  return {
    start: (more: readonly string[] = []) => npmStart({ ...options, env, flags: [...flags, ...more] }),
    opened: () => (existsSync(note) ? readFileSync(note, 'utf8').split('\n').filter(Boolean) : []),
  };
}

describe('the browser', () => {
  it('is a window without bars where one can do that', async () => {
    const { start, opened } = await desk(['chromium', 'plain-browser']);
    const address = await start().ready;
    await expect.poll(opened).toEqual([`chromium --app=${address}/kiosk/`]);
  });

  it('is else the one that the system opens addresses with', async () => {
    const { start, opened } = await desk(['plain-browser']);
    const address = await start().ready;
    await expect.poll(opened).toEqual([`plain-browser ${address}/kiosk/`]);
  });

  it('that cannot be opened is told, with the address', async () => {
    const { start } = await desk([], { env: { PATH: commandsWith({ chromium: 'exit 3' }) } });
    const kiosk = start();
    const address = await kiosk.ready;
    const line = `No browser could be opened (it ended with exit code 3); open ${address}/kiosk/ in one.`;
    await expect.poll(kiosk.told).toContain(line);
    expect(await takeTicket(address)).toBe('B001');
  });

  it.each([
    ['--no-open', { flags: ['--no-open'] }],
    ['TAN_NO_OPEN', { env: { TAN_NO_OPEN: '1' } }],
    ['no display', { env: NO_SCREEN }],
    ['a display that does not answer', { env: { DISPLAY: ':9973', WAYLAND_DISPLAY: '' } }],
  ])('is left alone with %s', async (_name, options) => {
    const { start, opened } = await desk(['chromium', 'plain-browser'], options);
    const kiosk = start();
    await kiosk.ready;
    expect(kiosk.told().join('\n')).toMatch(/(No kiosk window here|The kiosk window is gone): .*address/);
    await kiosk.stop();
    expect(opened()).toEqual([]);
  });

  it.skipIf(cannotBe('root') !== null)('is left alone as root, for whom it would not start', async () => {
    const { start, opened } = await desk(['chromium', 'plain-browser'], { person: 'root' });
    const kiosk = start();
    await kiosk.ready;
    expect(kiosk.told().join('\n')).toMatch(/as root.*Open the address below in a browser\./);
    await kiosk.stop();
    expect(opened()).toEqual([]);
  });

  it('is not opened where there is a window', async () => {
    const { start, opened } = await desk(['chromium'], { runtime: runtimeThatRuns().folder });
    const kiosk = start();
    await kiosk.ready;
    await kiosk.stop();
    expect(opened()).toEqual([]);
  });
});

describe('a second start', () => {
  it.each([
    ['window', () => runtimeThatRuns().folder],
    ['browser', () => runtimeThat('exit 1')],
  ])('on the same data opens the page of the first (%s)', async (_name, runtime) => {
    const { start, opened } = await desk(['chromium'], { runtime: runtime() });
    const first = start();
    const address = await first.ready;
    const second = await start().ended;
    expect(second).toMatchObject({ code: 0, out: '' });
    expect(second.err.match(new RegExp(`Take a Number runs already at ${address}`, 'g'))).toHaveLength(1);
    await expect.poll(() => opened().at(-1)).toBe(`chromium --app=${address}/kiosk/`);
    expect(await takeTicket(address)).toBe('B001');
  });

  it('at the same port opens the page of the first, whatever its data', async () => {
    const { start, opened } = await desk(['chromium']);
    const address = await start().ready;
    const second = start(['--port', new URL(address).port, '--data', folderOf('user')]);
    expect(await second.ended).toMatchObject({ code: 0, out: '' });
    expect(second.told().join('\n')).toContain(`Take a Number runs already at ${address}, on other data`);
    await expect.poll(opened).toEqual(Array(2).fill(`chromium --app=${address}/kiosk/`));
  });

  it('at the same moment knows where the other one runs', async () => {
    const { start } = await desk([], { flags: ['--no-open'] });
    const both = [start(), start(), start()];
    const address = await Promise.any(both.map(({ ready }) => ready));
    const ends = await Promise.all(both.map(({ ready, ended }) => Promise.race([ready, ended])));
    const losers = ends.filter((end) => typeof end !== 'string');
    expect(losers).toHaveLength(2);
    for (const end of losers) {
      expect(end).toMatchObject({ code: 0, out: '' });
      expect(end.err).toContain(`runs already at ${address}`);
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
