/** `npm run demo` as somebody starts it to watch: it tells where to look, plays, and leaves nothing behind. */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readFlags } from '../../demo/flags.ts';
import { hearChild } from '../helpers/hear-child.ts';
import { itInProofs } from '../helpers/whole.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DEADLINE_MS = 50_000;

async function startDemo(flags: readonly string[], script = 'demo/run.ts', env: Record<string, string> = {}) {
  const temp = await mkdtemp(join(tmpdir(), 'take-a-number-test-'));
  onTestFinished(() => rm(temp, { recursive: true, force: true }));
  const child = spawn(process.execPath, [join(ROOT, script), ...flags], {
    cwd: ROOT,
    env: { ...process.env, ...env, TMPDIR: temp },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { said, ended } = hearChild(child);
  return {
    child,
    ended,
    said,
    /** The first thing said that is like this. */
    async says(what: RegExp): Promise<RegExpExecArray> {
      await expect.poll(said, { timeout: DEADLINE_MS, interval: 20 }).toMatch(what);
      return what.exec(said())!;
    },
    address: async function address(): Promise<string> {
      const [, found] = await this.says(/(http:\/\/\S+)\/admin\n/);
      return found!;
    },
    /** Folders of ours that are still there; a build leaves a cache of Node's. */
    left: async () => (await readdir(temp)).filter((name) => name.startsWith('take-a-number')),
  };
}

const isThere = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

async function endsOn(signal: 'SIGINT' | 'SIGTERM', demo: Awaited<ReturnType<typeof startDemo>>): Promise<void> {
  const address = await demo.address();
  expect(demo.said()).not.toContain('The morning is over');
  demo.child.kill(signal);
  const { code, err } = await demo.ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(await isThere(`${address}/healthz`)).toBe(false);
  expect(await demo.left()).toEqual([]);
}

describe('the demo', () => {
  it('names all pages, plays a morning of forty, tells it line by line, and removes its folder', async () => {
    const demo = await startDemo(['--once', '--speed', '400', '--port', '0']);
    await demo.address();
    const pages = demo.said().match(/http:\/\/\S+\/(kiosk|counter|display|admin)\S*/g) ?? [];
    expect(pages.map((page) => new URL(page).pathname + new URL(page).search)).toEqual([
      '/kiosk?device=kiosk-1',
      '/kiosk?device=kiosk-2',
      '/display?device=display-1',
      '/counter',
      '/admin',
    ]);
    for (const page of pages) expect(await isThere(page), page).toBe(true);
    const [, phone] = await demo.says(/on the phone: (http:\/\/\S+\/ticket\/\S+)/);
    expect(await isThere(phone!)).toBe(true);

    const { code, out, err } = await demo.ended;
    expect(err).toBe('');
    expect(code).toBe(0);
    expect(out.match(/takes a ticket for/g)).toHaveLength(40);
    const story = out.split('\n').filter((line) => /^\d\d:/.test(line));
    for (const line of story) expect(line).toMatch(/^(09|1\d):\d\d:\d\d {2}[A-L]\d{3} {3}\S.{5,}$/);
    for (const words of ['called to', 'recalled to', 'no-show at', 'is here after all', 'paused', 'transferred to']) {
      expect(out).toContain(words);
    }
    const [, came, served, left, missed] = /(\d+) came: (\d+) were served, (\d+) left the queue, (\d+) were no-shows/
      .exec(out)!
      .map(Number);
    expect(came).toBe(40);
    expect(served! + left! + missed!).toBe(40);
    expect(await demo.left()).toEqual([]);
  });

  it('serves also who takes a ticket while watching, and ends in the middle of it on SIGTERM, with nothing left', async () => {
    const demo = await startDemo(['--once', '--speed', '120', '--port', '0']);
    const address = await demo.address();
    await demo.says(/called to Desk 3/);
    const response = await fetch(`${address}/restapi/v2/queuemanagement/createticket?service_id=water-waste`, {
      method: 'POST',
    });
    const { ticket } = (await response.json()) as { ticket: { number: string } };
    const label = `H${ticket.number.padStart(3, '0')}`;
    await demo.says(new RegExp(`${label} {3}called to Desk 3`));
    await endsOn('SIGTERM', demo);
  });

  itInProofs('ends in the middle of it on SIGINT too', async () => {
    const demo = await startDemo(['--speed', '60', '--port', '0']);
    await demo.says(/called to Desk/);
    await endsOn('SIGINT', demo);
  });

  it('ends with one line when its server is killed', async () => {
    const demo = await startDemo(['--speed', '10', '--port', '0']);
    await demo.says(/takes a ticket/);
    const { pid } = demo.child;
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    process.kill(Number(children.trim()), 'SIGKILL');
    const { code, err } = await demo.ended;
    expect({ code, err }).toEqual({ code: 1, err: 'The server exited unexpectedly.\n' });
    expect(await demo.left()).toEqual([]);
  });

  const WATCH = ['--speed', '60', '--port', '0', '--watch'];

  itInProofs('says so when it is asked to open pages and there is no browser', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'take-a-number-test-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const demo = await startDemo(WATCH, 'demo/run.ts', { PATH: folder });
    await demo.says(/No browser could be opened/);
    demo.child.kill('SIGTERM');
    expect((await demo.ended).code).toBe(0);
  });

  it('opens pages in the browser of this computer when asked to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'take-a-number-test-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const opened = join(folder, 'opened');
    await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${opened}'\n`, { mode: 0o755 });
    const demo = await startDemo(WATCH, 'demo/run.ts', { PATH: `${folder}:${process.env.PATH}` });
    const address = await demo.address();
    const pages = (): Promise<string[]> => readFile(opened, 'utf8').then((text) => text.trim().split('\n').sort());
    await expect
      .poll(() => pages().catch(() => []), { timeout: DEADLINE_MS })
      .toEqual(
        ['/admin', '/counter', '/display?device=display-1', '/kiosk?device=kiosk-1'].map((path) => address + path),
      );
    demo.child.kill('SIGTERM');
    expect((await demo.ended).code).toBe(0);
  });

  itInProofs('begins the next morning when one is over, unless it is told to end', async () => {
    const demo = await startDemo(['--speed', '20000', '--port', '0']);
    await demo.says(/The morning is over(.|\n)*The morning is over/);
    demo.child.kill('SIGTERM');
    expect((await demo.ended).code).toBe(0);
    expect(await demo.left()).toEqual([]);
  });

  it('runs by its npm script, and pays no heed to the settings of another installation', async () => {
    const env = { TAN_SITE: '/nowhere/site.json', TAN_DATA: '/nowhere' };
    const demo = await startDemo(['--speed', '60', '--port', '0'], 'scripts/demo.mjs', env);
    const address = await demo.address();
    await demo.says(/called to Desk/);
    demo.child.kill('SIGTERM');
    expect((await demo.ended).code).toBe(0);
    expect(await isThere(`${address}/healthz`)).toBe(false);
    expect(await demo.left()).toEqual([]);
  });

  itInProofs('says in one line that its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const demo = await startDemo(['--port', String(port)]);
    const { code, out, err } = await demo.ended;
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(new RegExp(`^Port ${port} is in use.*\\n$`));
    expect(await demo.left()).toEqual([]);
  });

  const REFUSALS: readonly (readonly [readonly string[], RegExp])[] = [
    [['--speed', 'fast'], /^--speed must be a number/],
    [['--speed', '0'], /^--speed must be a number/],
    [['--port', '99999'], /^--port must be a number/],
    [['--seed', '1.5'], /^--seed must be a number/],
    [['--no-such-flag'], /no-such-flag/],
  ];

  it.each(REFUSALS)('finds fault with %j, in one line', (flags, said) => {
    const read = readFlags(flags);
    const fault = typeof read === 'object' && 'fault' in read ? read.fault : '';
    expect(fault).toMatch(said);
    expect(fault.split('\n')).toHaveLength(1);
  });

  it('refuses such a command line with that line and exit code 2', async () => {
    const [flags, said] = REFUSALS.at(-1)!;
    const demo = await startDemo(flags);
    const { code, out, err } = await demo.ended;
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(said);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
    expect(await demo.left()).toEqual([]);
  });
});
