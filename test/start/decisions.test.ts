/** What `npm start` decides, and says, from what it has found: without a process, a screen or a network. */
import { describe, expect, it } from 'vitest';
import { planPackages } from '../../scripts/lib/debian.mjs';
import { meaningOf } from '../../scripts/lib/exit-status.mjs';
import { whatToDo } from '../../scripts/lib/explain-errors.mjs';
import { displaysOf } from '../../scripts/lib/find-display.mjs';
import { missingPackages } from '../../scripts/lib/packages.mjs';
import { fetchEnvironment, lastFailure, settingsOf } from '../../scripts/lib/runtime.mjs';
import { obstacleOf } from '../../scripts/lib/sandbox-check.mjs';
import { atPortOf, readStartFlags, windowArguments } from '../../scripts/lib/start-flags.mjs';

describe('the end of a window', () => {
  const ended = { code: 0, signal: null, isReady: true, stopping: false, late: false, message: null };

  it.each([
    ['closed by somebody', {}, { kind: 'done', code: 0 }],
    ['told to stop', { code: null, signal: 'SIGTERM', stopping: true }, { kind: 'done', code: 0 }],
    ['told to stop, and failing', { code: 1, stopping: true }, { kind: 'done', code: 1 }],
    ['told to stop before it is ready', { isReady: false, code: 1, stopping: true }, { kind: 'done', code: 1 }],
    ['a bad flag', { isReady: false, code: 2 }, { kind: 'done', code: 2 }],
    ['refused', { isReady: false, code: 1, message: { kind: 'refused' } }, { kind: 'done', code: 1 }],
    ['a crash', { code: null, signal: 'SIGSEGV' }, { kind: 'broken', reason: 'its runtime was terminated by SIGSEGV' }],
    ['an error', { code: 2 }, { kind: 'broken', reason: 'its runtime exited with code 2' }],
    [
      'late',
      { isReady: false, code: null, signal: 'SIGKILL', late: true },
      { kind: 'broken', reason: 'it was not ready in time' },
    ],
    [
      'no start',
      { isReady: false, code: 0 },
      { kind: 'broken', reason: 'its runtime exited with code 0 before it was ready' },
    ],
    ['a wish to start anew', { code: 75 }, { kind: 'again' }],
    [
      'another one that runs',
      { isReady: false, code: 1, message: { kind: 'runs-already', kioskUrl: 'http://127.0.0.1:8080/kiosk/' } },
      { kind: 'runs-already', kioskUrl: 'http://127.0.0.1:8080/kiosk/' },
    ],
  ])('%s', (_name, end, meaning) => {
    expect(meaningOf({ ...ended, ...end })).toEqual(meaning);
  });
});

describe('what is in the way of a window', () => {
  const linux = {
    platform: 'linux',
    isRoot: false,
    userNamespaces: false,
    restrictedByAppArmor: false,
    helper: '/home/ana/take a number/electron/dist/chrome-sandbox',
    helperIsSet: false,
    hasProfile: false,
  };
  const path = "'/home/ana/take a number/electron/dist/chrome-sandbox'";
  const command = `to allow it, run: sudo chown root:root ${path} && sudo chmod 4755 ${path}`;

  it.each([
    ['Windows', { platform: 'win32' }, null],
    ['macOS', { platform: 'darwin' }, null],
    ['user namespaces', { userNamespaces: true }, null],
    ['the sandbox helper with its rights', { restrictedByAppArmor: true, helperIsSet: true }, null],
    ['a profile', { restrictedByAppArmor: true, hasProfile: true }, null],
    ['root', { isRoot: true, helperIsSet: true }, /does not run as root; .*adduser kiosk/],
    ['AppArmor', { restrictedByAppArmor: true }, /^AppArmor denies .*; to allow it, run: sudo chown/],
    ['no user namespaces', {}, /^this system denies .*; to allow it, run: sudo chown/],
  ])('%s', (_name, found, said) => {
    const obstacle = obstacleOf({ ...linux, ...found });
    if (said === null) expect(obstacle).toBeNull();
    else expect(obstacle).toMatch(said);
  });

  it('is mended by a command that can be pasted, whatever the folder is called', () => {
    expect(obstacleOf(linux)).toContain(command);
    expect(obstacleOf({ ...linux, helper: "/home/o'neil/x" })).toContain(`chmod 4755 '/home/o'\\''neil/x'`);
  });

  it('never switches the sandbox off', () => {
    for (const found of [linux, { ...linux, isRoot: true }]) expect(obstacleOf(found)).not.toMatch(/no-sandbox/);
  });
});

describe('the screens that the environment names', () => {
  it.each([
    ['none', {}, []],
    ['X11 here', { DISPLAY: ':1.0' }, [[{ path: '/tmp/.X11-unix/X1' }, { path: '\0/tmp/.X11-unix/X1' }]]],
    ['X11 by ssh', { DISPLAY: 'localhost:10.0' }, [[{ host: 'localhost', port: 6010 }]]],
    ['X11 of another machine', { DISPLAY: '[2001:db8::1]:0' }, [[{ host: '2001:db8::1', port: 6000 }]]],
    ['no X11', { DISPLAY: 'yes' }, []],
    [
      'Wayland',
      { WAYLAND_DISPLAY: 'wayland-1', XDG_RUNTIME_DIR: '/run/user/7' },
      [[{ path: '/run/user/7/wayland-1' }]],
    ],
    ['Wayland by its path', { WAYLAND_DISPLAY: '/tmp/w' }, [[{ path: '/tmp/w' }]]],
    ['Wayland of nobody', { WAYLAND_DISPLAY: 'wayland-0' }, []],
    ['both', { DISPLAY: ':0', WAYLAND_DISPLAY: '/w' }, [[{ path: '/w' }], expect.any(Array)]],
  ])('%s', (_name, env, targets) => {
    expect(displaysOf(env).map((each) => each.targets)).toEqual(targets);
  });
});

describe('the flags', () => {
  it.each([
    [[], {}, { tells: false, opens: true, windowWaitMs: 60_000 }],
    [['--help'], {}, { tells: true, opens: true, windowWaitMs: 60_000 }],
    [['--no-open', '--window-wait', '5'], {}, { tells: false, opens: false, windowWaitMs: 5_000 }],
    [['--window-wait=7'], { TAN_WINDOW_WAIT: '9' }, { tells: false, opens: true, windowWaitMs: 7_000 }],
    [['--window-wait', 'soon'], { TAN_NO_OPEN: '1' }, { tells: false, opens: false, windowWaitMs: 60_000 }],
    [[], { TAN_WINDOW_WAIT: '9' }, { tells: false, opens: true, windowWaitMs: 9_000 }],
  ])('%j %j', (flags, env, read) => {
    expect(readStartFlags(flags, env)).toEqual(read);
  });

  it('keep the port of the window that broke', () => {
    expect(atPortOf(['--port', '0'], null)).toEqual(['--port', '0']);
    expect(atPortOf(['--port', '0'], 'http://127.0.0.1:4711')).toEqual(['--port', '0', '--port=4711']);
    expect(atPortOf([], 'https://queue.example')).toEqual(['--port=443']);
  });

  it.each([
    ['without a second screen', [], { WAYLAND_DISPLAY: 'w', DISPLAY: ':0' }, []],
    [
      'with both kinds of display',
      ['--second-screen=d'],
      { WAYLAND_DISPLAY: 'w', DISPLAY: ':0' },
      ['--ozone-platform=x11'],
    ],
    ['by the variable', [], { TAN_SECOND_SCREEN: 'd', WAYLAND_DISPLAY: 'w', DISPLAY: ':0' }, ['--ozone-platform=x11']],
    ['with Wayland alone', ['--second-screen', 'd'], { WAYLAND_DISPLAY: 'w' }, []],
    ['with X11 alone', ['--second-screen', 'd'], { DISPLAY: ':0' }, []],
  ])('choose X11 for two screens: %s', (_name, flags, env, switches) => {
    expect(windowArguments(flags, '/src', { platform: 'linux', env })).toEqual([...switches, '/src', ...flags]);
    expect(windowArguments(flags, '/src', { platform: 'win32', env })[0]).toBe('/src');
  });

  it('are one word each where a word behind an address is refused', () => {
    const flags = ['--printer', 'tcp://h:9100', '--lang=pt', '--no-open', '--reader', 'wedge:'];
    expect(windowArguments(flags, 'C:\\kiosk', { platform: 'win32', env: {} })).toEqual([
      'C:\\kiosk',
      '--printer=tcp://h:9100',
      '--lang=pt',
      '--no-open',
      '--reader=wedge:',
    ]);
  });
});

describe('the packages', () => {
  const here = { platform: 'linux', arch: 'x64' };
  const locked = { '': {}, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } };
  const a = locked['node_modules/a'];
  const native = { version: '1.0.0', integrity: 'sha512-n', optional: true, os: ['linux'], cpu: ['x64'] };
  const n = 'node_modules/n';

  it.each([
    ['all there', {}, { 'node_modules/a': a }, []],
    ['one missing', {}, {}, ['node_modules/a']],
    ['another version', {}, { 'node_modules/a': { ...a, version: '1.0.1' } }, ['node_modules/a']],
    ['another content', {}, { 'node_modules/a': { ...a, integrity: 'sha512-b' } }, ['node_modules/a']],
    ['more than is locked', {}, { 'node_modules/a': a, 'node_modules/z': a }, []],
    ['a native one for this system', { [n]: native }, { 'node_modules/a': a }, [n]],
    ['a native one for another system', { [n]: { ...native, os: ['darwin'] } }, { 'node_modules/a': a }, []],
    ['a native one for musl', { [n]: { ...native, libc: ['musl'] } }, { 'node_modules/a': a }, []],
    ['an optional one for all', { [n]: { ...a, optional: true } }, { 'node_modules/a': a }, []],
    ['a tool', { [n]: { ...a, dev: true } }, { 'node_modules/a': a }, [n]],
    ['a native part of a tool', { [n]: { ...native, dev: true } }, { 'node_modules/a': a }, [n]],
  ])('%s', (_name, more, installed, missing) => {
    expect(missingPackages({ ...locked, ...more }, installed, here)).toEqual(missing);
    const run = missing.filter((path) => !('dev' in ({ ...locked, ...more } as Record<string, object>)[path]!));
    expect(missingPackages({ ...locked, ...more }, installed, { ...here, tools: false })).toEqual(run);
  });

  it('are not there when their folder has been taken away', () => {
    const isThere = (path: string): boolean => path !== 'node_modules/a';
    expect(missingPackages(locked, { 'node_modules/a': a }, { ...here, isThere })).toEqual(['node_modules/a']);
  });
});

describe('a fault of the machine', () => {
  it.each([
    ['npm error code ENOSPC\nnpm error ENOSPC: no space left on device, write', /disk is full/],
    ['npm error code ENOTFOUND\nnpm error request to https://r.example/a failed', /registry was not found \(DNS\)/],
    ['npm error code ECONNREFUSED', /registry does not respond/],
    [
      'npm error code EACCES\nnpm error path /usr/src/app/node_modules',
      /^\/usr\/src\/app\/node_modules is not writable/,
    ],
    [
      "EACCES: permission denied, mkdir '/opt/kiosk/.preparing'",
      /^\/opt\/kiosk\/\.preparing is not writable for this user/,
    ],
    ["EROFS: read-only file system, mkdir '/mnt/x'", /is read-only/],
    ['npm error code EINTEGRITY', /checksum mismatch/],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', /certificate of the registry is not trusted/],
    ['npm error code E403', /registry denies access/],
    ['Generated checksum for "a.zip" did not match expected checksum.', /checksum mismatch/],
  ])('%j', (text, said) => {
    expect(whatToDo(text)).toMatch(said);
    expect(whatToDo(text)).not.toContain('\n');
  });

  it('that nobody knows is left as it is', () => {
    expect(whatToDo('it rains')).toBeNull();
  });
});

describe('a runtime that could not be fetched', () => {
  const asked = {
    version: '45.0.0',
    settings: settingsOf({ ELECTRON_MIRROR: 'https://m.example/' }),
    now: Date.parse('2026-11-21T12:00:00Z'),
  };
  const failed = (at: string): string => JSON.stringify({ ...asked, at, reason: 'it rains' });

  it.each([
    ['a minute ago', failed('2026-11-21T11:59:00Z'), asked, 'it rains'],
    ['a day ago', failed('2026-11-20T11:00:00Z'), asked, null],
    ['in ten years, by a clock that was wrong', failed('2036-11-21T12:00:00Z'), asked, null],
    ['for another version', failed('2026-11-21T11:59:00Z'), { ...asked, version: '46.0.0' }, null],
    ['with another mirror', failed('2026-11-21T11:59:00Z'), { ...asked, settings: settingsOf({}) }, null],
    ['never', null, asked, null],
    ['noted on a disk that was full', '{"ver', asked, null],
  ])('%s', (_name, text, now, reason) => {
    expect(lastFailure(text, now)).toBe(reason);
  });

  it('is asked for through the proxy that npm has', () => {
    expect(fetchEnvironment({ npm_config_https_proxy: 'http://p:3128' })).toMatchObject({
      HTTPS_PROXY: 'http://p:3128',
    });
    expect(fetchEnvironment({ npm_config_https_proxy: 'http://p:1', HTTPS_PROXY: 'http://own:2' }).HTTPS_PROXY).toBe(
      'http://own:2',
    );
  });
});

describe('what tests need', () => {
  const debian = { platform: 'linux', missing: ['chromium'], nice: [], hasApt: true, isRoot: false, maySudo: false };

  it.each([
    ['nothing more', { missing: [] }, {}],
    ['root', { isRoot: true }, { install: ['chromium'], nice: [], sudo: false }],
    [
      'what is only nice',
      { missing: [], nice: ['faketime'], isRoot: true },
      { install: [], nice: ['faketime'], sudo: false },
    ],
    ['what is only nice, without rights', { missing: [], nice: ['faketime'] }, {}],
    ['sudo without a password', { maySudo: true }, { install: ['chromium'], nice: [], sudo: true }],
    ['a person without rights', {}, { needs: 'This needs chromium. Run: sudo apt-get install chromium' }],
    ['a Linux without apt', { hasApt: false }, { needs: expect.stringMatching(/^This needs chromium in \/usr\/bin/) }],
    ['Windows', { platform: 'win32' }, { needs: expect.stringMatching(/^This needs Debian or Ubuntu.*WSL/) }],
    ['macOS', { platform: 'darwin' }, { needs: expect.stringMatching(/^This needs Debian or Ubuntu.*container/) }],
  ])('%s', (_name, machine, plan) => {
    expect(planPackages({ ...debian, ...machine })).toEqual(plan);
  });
});
