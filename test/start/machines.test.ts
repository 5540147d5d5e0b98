/** `npm start` on machines as they are: closed networks, folders that cannot be written, full disks, wrong clocks. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chosenOf, itInProofs } from '../helpers/whole.ts';
import { clone, NEEDED_BY_STAND_IN, smallDisk } from './clone.ts';
import {
  cannotBe,
  commandsWith,
  folderOf,
  NO_SCREEN,
  npmStart,
  ROOT,
  type StartOptions,
  screen,
  takeTicket,
} from './npm-start.ts';

const FLAGS = ['--no-open', '--port', '0', '--printer', 'none:'];
const noRoot = cannotBe('root');

/** The addresses of servers that note whether they are asked for anything, and have nothing. */
async function internet() {
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    asked.push(request.url ?? '');
    answer.writeHead(404).end();
  });
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((tell) => void server.listen(0, '127.0.0.1', tell));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { asked, env: { npm_config_registry: address, ELECTRON_MIRROR: address, npm_config_cache: folderOf('user') } };
}

function start(options: StartOptions) {
  return npmStart({ ...options, env: { ...NO_SCREEN, ...options.env }, flags: [...FLAGS, ...(options.flags ?? [])] });
}

/** It ends at once, with what is said of it besides the steps that it tells. */
async function refused(options: StartOptions): Promise<readonly string[]> {
  const kiosk = start(options);
  const { code, out } = await kiosk.ended;
  expect(code).not.toBe(0);
  expect(out).toBe('');
  return kiosk.told().filter((line) => !/…$|^The kiosk window cannot open: there is no display/.test(line));
}

describe('without a network', () => {
  it('it starts, and asks for nothing', async () => {
    const { asked, env } = await internet();
    expect(await takeTicket(await start({ root: clone(), env }).ready)).toBe('B001');
    expect(asked).toEqual([]);
  });

  it('a missing runtime is asked for once, not at every start', async () => {
    const { asked, env } = await internet();
    const root = clone({ standIn: true });
    const starts = async (more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> => {
      const cache = { electron_config_cache: folderOf('user') };
      const kiosk = start({ root, env: { ...env, ...(await screen()), ...cache, ...more } });
      await kiosk.stop();
      return kiosk.told().filter((line) => line.startsWith('The kiosk window cannot open: '));
    };
    const missing = [expect.stringMatching(/: the Electron runtime is missing; .*npx install-electron/)];
    expect(await starts()).toEqual(missing);
    expect(await starts()).toEqual(missing);
    // The cache is another setting of Electron's: with the same one it is not asked for again.
    const first = asked.length;
    expect(first).toBeGreaterThan(0);
    await starts({ electron_config_cache: '/nowhere' });
    await starts({ electron_config_cache: '/nowhere' });
    expect(asked.length).toBeLessThanOrEqual(first + 1);
  });

  it('missing packages are told in one line', async () => {
    const env = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_cache: folderOf('user') };
    const said = await refused({ root: clone({ hasPackages: false, isBuilt: false, isLinked: true }), env });
    expect(said).toEqual([
      expect.stringMatching(/^The packages could not be installed: the registry does not respond/),
    ]);
  });
});

describe('a folder', () => {
  it('with blanks and letters of any script will do', async () => {
    const root = clone({ name: "Ana's máquina de senhas 取号机 آلة" });
    const data = join(folderOf('user'), 'dados 数据');
    expect(await takeTicket(await start({ root, flags: ['--data', data] }).ready)).toBe('B001');
  });

  itInProofs.skipIf(noRoot !== null)('that can only be read will do, once it is built', async () => {
    expect(await takeTicket(await start({ root: clone({ owner: 'root' }) }).ready)).toBe('B001');
  });

  it.skipIf(noRoot !== null)('that can only be read, and is not built, is told in one line', async () => {
    const said = await refused({ root: clone({ owner: 'root', isBuilt: false, isLinked: true }) });
    expect(said).toEqual([
      expect.stringMatching(/^The program could not be prepared: .*\.preparing is not writable for this user/),
    ]);
  });

  it.skipIf(noRoot !== null)('of a home without rights is told in one line, and another one will do', async () => {
    const env = { HOME: '/proc/1' };
    const said = await refused({ env });
    expect(said).toEqual([
      expect.stringMatching(/^--data \/proc\/1\/.* cannot be used: .*; choose another folder with --data$/),
    ]);
    const data = join(folderOf('user'), 'data');
    expect(await takeTicket(await start({ env, flags: ['--data', data] }).ready)).toBe('B001');
  });
});

describe('a full disk', () => {
  it.skipIf(noRoot !== null)('is told in one line by whoever wants to write the data', async ({ skip }) => {
    const disk = smallDisk(folderOf('user'), '64k');
    if (disk === null) return skip('no disk can be mounted here');
    const said = await refused({ flags: ['--data', disk] });
    expect(said).toEqual([expect.stringMatching(/full/)]);
  });

  itInProofs.skipIf(noRoot !== null)('is told in one line by the build', async ({ skip }) => {
    const root = clone({ isBuilt: false });
    const disk = smallDisk(join(root, 'dist'), '256k');
    if (disk === null) return skip('no disk can be mounted here');
    const said = await refused({ root });
    expect(said).toEqual(['The program could not be built: the disk is full; free space and start again']);
  });
});

describe('packages of which a file is missing', () => {
  it('are installed anew when the program cannot be loaded, and it runs', async () => {
    const root = clone({ standIn: true });
    const [torn, whole] = [root, ROOT].map((each) => join(each, 'node_modules', NEEDED_BY_STAND_IN)) as [
      string,
      string,
    ];
    rmSync(torn);
    mkdirSync(torn);
    copyFileSync(join(whole, 'package.json'), join(torn, 'package.json'));
    if (process.getuid?.() === 0) spawnSync('chown', ['-R', '65534:65534', torn]);
    // What the real npm does there, `packages.test.ts` shows.
    const npm = `rm -r "${torn}" && ln -s "${whole}" "${torn}" && echo "npm $1" >&2`;
    const kiosk = start({ root, env: { PATH: commandsWith({ npm }, '/usr/bin'), npm_execpath: '' } });
    await kiosk.stop();
    expect(kiosk.told().join('\n')).toMatch(/^Packages are incomplete; reinstalling them …\nnpm ci$/m);
  });
});

describe('a clock that is wrong', () => {
  it('by years, when the sources came, builds and installs nothing anew', async () => {
    const { asked, env } = await internet();
    const root = clone({ standIn: true });
    const then = new Date('2049-01-01T00:00:00Z');
    // Built and installed by such a clock: everything is from the future.
    utimesSync(join(root, 'package-lock.json'), then, then);
    spawnSync(process.execPath, [
      '--input-type=module',
      '-e',
      `import { stampOf } from ${JSON.stringify(join(root, 'scripts/lib/built.mjs'))};
       import { writeFileSync } from 'node:fs';
       writeFileSync(${JSON.stringify(join(root, 'dist/.built'))}, stampOf(${JSON.stringify(root)}));`,
    ]);
    const kiosk = start({ root, env });
    await kiosk.ready;
    expect(kiosk.told().filter((line) => /^(Building|Installing)/.test(line))).toEqual([]);
    expect(asked).toEqual([]);
  });

  const faketime = spawnSync('faketime', ['2001-01-01 12:00:00', 'true']).status === 0;
  it.skipIf(!faketime).each(chosenOf(['2001-01-01 12:00:00', '2049-06-01 12:00:00'], (_, turn) => turn === 0))(
    'now, by years (%s), gives tickets',
    async (now) => {
      const kiosk = start({ by: ['faketime', now], env: { FAKETIME_DONT_FAKE_MONOTONIC: '1' } });
      expect(await takeTicket(await kiosk.ready)).toBe('B001');
      expect(kiosk.told().filter((line) => /^(Building|Installing)/.test(line))).toEqual([]);
    },
  );
});

itInProofs('two starts at the same moment build once, and one of them runs', async () => {
  const root = clone({ isBuilt: false });
  const data = folderOf('user');
  const both = [1, 2].map(() => start({ root, flags: ['--data', data] }));
  const address = await Promise.any(both.map(({ ready }) => ready));
  expect(await takeTicket(address)).toBe('B001');
  const told = both.flatMap((each) => each.told());
  expect(told.filter((line) => line.startsWith('Building'))).toHaveLength(1);
  expect(told.filter((line) => line.startsWith('Another start is installing or building'))).toHaveLength(1);
});
