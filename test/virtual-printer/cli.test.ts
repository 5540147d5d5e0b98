import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createVirtualPrinter } from '../../main/virtual-printer/virtual-printer.ts';
import { bytes, CUT, INIT } from '../printing/picture/escpos.ts';

/** As it is built: it starts in a third of the time. Needs `npm run build`. */
const CLI = join(import.meta.dirname, '../../dist/main/printer.js');

interface Run {
  readonly child: ReturnType<typeof spawn>;
  /** Waits until standard output or standard error holds the text. */
  saw(text: string | RegExp): Promise<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

function run(...args: readonly string[]): Run {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  const waiting = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    for (const look of waiting) look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
    for (const look of waiting) look();
  });
  return {
    child,
    saw: (wanted) =>
      new Promise((resolve) => {
        const look = (): void => {
          const match = `${out}\n${err}`.match(wanted);
          if (match === null) return;
          waiting.delete(look);
          resolve(match[0]);
        };
        waiting.add(look);
        look();
      }),
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, out, err })),
  };
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'printer-cli-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

describe('the printer command', () => {
  it('shows and saves each ticket, obeys keys, and ends when told to', async () => {
    const out = await folder();
    const printer = run('virtual', '--port', '0', '--out', out);
    const ready = await printer.saw(/ready tcp:\/\/127\.0\.0\.1:\d+\n/);
    const socket = connect(Number(ready.match(/\d+\n/)?.[0]), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    printer.child.stdin?.write('p');
    await printer.saw('paper out');
    for (const paper of ['paper near-end', 'paper ok', 'paper out']) {
      printer.child.stdin?.write(paper === 'paper out' ? 'p' : 'l');
      await printer.saw(`${paper},`);
    }
    socket.write(bytes(INIT, '\x1d!\x33A043\n', CUT));
    printer.child.stdin?.write('p');
    await printer.saw(/saved \S+png/);
    printer.child.kill('SIGTERM');
    const { code, out: shown } = await printer.ended;
    expect(code).toBe(0);
    expect(shown).toMatch(/^ready tcp:[^\n]+\n┌─+┐\n.*A 0 4 3.*└/s);
    expect(await readdir(out)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.\d{3}_A043\.png$/)]);
  });

  it('prints a test ticket on a device file, which keeps no program alive by itself', async () => {
    const device = createVirtualPrinter();
    onTestFinished(() => device.close());
    const url = `lp://${await device.listenPty()}`;
    const { code, out, err } = await run('test', '--printer', url).ended;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('printed (confirmation: process-id)');
    expect((await device.nextTicket()).bigText).toBe('A043');
  });

  it('says what to do when a port is taken, and when no printer is there, without a line of the log', async () => {
    const device = createVirtualPrinter();
    onTestFinished(() => device.close());
    const port = await device.listenTcp();
    const taken = await run('virtual', '--port', `${port}`).ended;
    expect(taken).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^printer: port \d+ is in use, [^\n]+--port\n$/),
    });
    device.outOfPaper();
    const empty = await run('test', '--printer', `tcp://127.0.0.1:${port}`).ended;
    expect(empty).toMatchObject({
      code: 1,
      err: '',
      out: expect.stringMatching(/^not printed: no-paper .*\ninsert a paper roll\n$/),
    });
    const file = join(await folder(), 'file');
    await writeFile(file, '');
    const wrong = await run('test', '--printer', `lp://${file}`).ended;
    expect(wrong).toMatchObject({
      code: 1,
      err: '',
      out: expect.stringMatching(/not a device.*\ncheck that it is switched on/),
    });
  });

  it('ends by the key q', async () => {
    const printer = run('virtual', '--port', '0', '--out', await folder());
    await printer.saw('ready ');
    printer.child.stdin?.write('q');
    expect((await printer.ended).code).toBe(0);
  });

  it('decodes a file and says by its exit code whether it is sound', async () => {
    const path = join(await folder(), 'ticket.bin');
    await writeFile(path, bytes(INIT, 'A043\n', CUT));
    expect(await run('decode', path).ended).toMatchObject({ code: 0, out: expect.stringContaining('A043') });
    await writeFile(path, bytes(INIT, 'A043\n\x1bz', CUT));
    expect(await run('decode', path).ended).toMatchObject({ code: 1, out: expect.stringContaining('unknown-command') });
  });

  it.each([
    [['virtual', '--colour'], /^printer: unknown option --colour; see --help\n$/],
    [['virtual', '--port', 'x'], /^printer: --port must be a number from 0 to 65535\n$/],
    [['virtual', '--port'], /^printer: [^\n]*--port[^\n]*\n$/],
    [['virtual', '--model', 'abacus'], /^printer: --model must be one of epson, [^\n]+\n$/],
    [['decode'], /^printer: decode needs a file name\n$/],
    [['decode', '/no/such/file'], /^printer: ENOENT[^\n]+\n$/],
    [['paint'], /^printer: unknown command "paint" \(available: [^\n]+\n$/],
  ])('refuses %j in one line', async (args, line) => {
    expect(await run(...args).ended).toMatchObject({ code: 2, out: '', err: expect.stringMatching(line) });
  });
});
