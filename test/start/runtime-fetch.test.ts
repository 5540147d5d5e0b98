/** The Electron runtime comes from where Electron's own settings say, once, and is started only when all of it is there. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { itInProofs } from '../helpers/whole.ts';
import { clone } from './clone.ts';
import { folderOf, npmStart, ROOT, screen } from './npm-start.ts';
import { zipOf } from './zip.ts';

const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/electron/package.json'), 'utf8')) as {
  readonly version: string;
};
const NAME = `electron-v${version}-${process.platform}-${process.arch}.zip`;
/** Says that it has been started, and ends. */
const RUNTIME = '#!/bin/sh\necho "the runtime was started" >&2\nexit 1\n';
const archive = zipOf([
  { name: 'electron', text: RUNTIME, isProgram: true },
  { name: 'version', text: version },
  { name: 'icudtl.dat', text: 'letters of all scripts' },
]);

// The runtime of the test has no helper with the rights of root.
const asUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const sandboxed = spawnSync('unshare', ['-Ur', 'true'], asUser).status === 0;

/** A mirror that has the runtime; `sum` is what it says of it. */
async function mirror(sum = createHash('sha256').update(archive).digest('hex')) {
  const asked: string[] = [];
  const server = createServer((request, answer) => {
    const file = (request.url ?? '').split('/').at(-1);
    if (file === NAME) asked.push(NAME);
    if (file === NAME) answer.end(archive);
    else answer.end(`${sum} *${NAME}\n`);
  });
  await new Promise<void>((tell) => void server.listen(0, '127.0.0.1', tell));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const env = { ELECTRON_MIRROR: address, electron_use_remote_checksums: '1', electron_config_cache: folderOf('user') };
  return { asked, address, env };
}

/** Starts in that folder, and gives what was said of the window. */
async function windowAt(root: string, env: Readonly<Record<string, string>>): Promise<string> {
  const kiosk = npmStart({ root, env: { ...(await screen()), ...env }, flags: ['--no-open', '--port', '0'] });
  await kiosk.stop();
  return kiosk.told().join('\n');
}

const STARTED = /the runtime was started\nThe kiosk window closed unexpectedly: its runtime exited with code 1/;

describe.skipIf(!sandboxed)('the runtime', () => {
  it('comes from the mirror that Electron’s settings name, once, and anew when it is torn', async () => {
    const { asked, env } = await mirror();
    const root = clone({ standIn: true });
    expect(await windowAt(root, env)).toMatch(STARTED);
    expect(asked).toEqual([NAME]);
    expect(await windowAt(root, env)).toMatch(STARTED);

    // Half of a file, as after a power cut: fetched from Electron's cache, not over the line.
    const electron = join(root, 'node_modules/electron');
    truncateSync(join(electron, 'dist/icudtl.dat'), 3);
    expect(await windowAt(root, env)).toMatch(STARTED);
    expect(readFileSync(join(electron, 'dist/icudtl.dat'), 'utf8')).toBe('letters of all scripts');

    // Unpacking broke off.
    rmSync(join(electron, 'path.txt'));
    writeFileSync(join(electron, 'dist/electron'), '');
    expect(await windowAt(root, env)).toMatch(STARTED);
    expect(asked).toEqual([NAME]);
  });

  it('that is not what was locked is not started', async () => {
    const { env } = await mirror('0'.repeat(64));
    const said = await windowAt(clone({ standIn: true }), env);
    expect(said).toMatch(/The kiosk window cannot open: the Electron runtime is missing; .*checksum mismatch/);
    expect(said).not.toContain('was started');
  });

  itInProofs('comes through the proxy that the environment names', async () => {
    const { address, env } = await mirror();
    const tunnels: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, socket) => {
      tunnels.push(request.url ?? '');
      const line = connect(Number(new URL(address).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(line).pipe(socket);
      });
      for (const end of [line, socket]) end.on('error', () => void line.destroy());
    });
    await new Promise<void>((tell) => void proxy.listen(0, '127.0.0.1', tell));
    onTestFinished(() => void proxy.close());
    const way = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const through = { HTTP_PROXY: way, HTTPS_PROXY: way };
    const said = await windowAt(clone({ standIn: true }), {
      ...env,
      ...through,
      ELECTRON_MIRROR: 'http://runtimes.invalid/',
    });
    expect(said).toMatch(STARTED);
    expect(tunnels).toContain('runtimes.invalid:80');
  });
});
