/** The built program as a process of its own, over a fresh folder that goes with it. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../dist/main/serve.js', import.meta.url));
/** The program ends within five seconds when it is told to. */
const END_DEADLINE_MS = 8_000;

export interface DemoServer {
  /** `http://127.0.0.1:8080` */
  readonly address: string;
  /** Settles when the program has ended, however that came. */
  readonly ended: Promise<void>;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** Rejects with the program's own words when it cannot start. */
export async function startServer(port: number, site: object, signal: AbortSignal): Promise<DemoServer> {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-demo-'));
  const siteFile = join(folder, 'site.json');
  await writeFile(siteFile, JSON.stringify(site));
  const args = ['--port', String(port), '--data', join(folder, 'data'), '--site', siteFile];
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    // With an IPC channel it ends when we do, even if we cannot say so; apart, so that Ctrl+C asks us alone.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
    env: withoutSettings(process.env),
  });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });

  async function close(): Promise<void> {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), END_DEADLINE_MS);
    await ended;
    clearTimeout(late);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }

  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        const ready = /^ready (\S+)/m.exec(text)?.[1];
        if (ready !== undefined) resolve(ready);
      });
      void ended.then(() => reject(new Error(lastWords(said))));
    });
    return { address, ended, close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** What the environment says of another installation is not meant for the demo. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('TAN_')));
}

/** The line for people among those for machines. */
function lastWords(said: string): string {
  const lines = said.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
  return lines.at(-1) ?? 'The server exited before it was ready.';
}
