/** Several server processes over one database, and clients that fail over between them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface ServerGroup {
  /** Addresses of the available servers, beginning with that of this number. */
  doors(first: number): readonly string[];
  /** Kills one with SIGKILL. It is restarting when this resolves. */
  killNext(): Promise<void>;
  /** Sends a signal to the server of that number and its child processes. */
  signal(number: number, signal: NodeJS.Signals): void;
  /** Ends the server of that number with SIGTERM, and starts it again. */
  restart(number: number): Promise<void>;
  readonly kills: number;
  /** Servers that did not start again. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

export interface ServerGroupOptions {
  readonly database: string;
  readonly servers: number;
  /** Program that is started with `--database`, and prints `ready` and its address. */
  readonly script: URL;
  /** Database address of the server of that number; default: `database`. */
  readonly databaseOf?: (number: number) => string;
  /** Additional environment variables. */
  readonly environmentOf?: (number: number) => Readonly<Record<string, string>>;
  /** Receives each log line of a server; default: the log of the tests. */
  readonly hear?: (line: string) => void;
}

interface Server {
  child: ChildProcess;
  /** Null while no server runs. */
  address: string | null;
}

/** A shell that ends the program when this process ends for any reason. */
const GUARDED = '"$@" & server=$!; (cat >/dev/null; kill -KILL $server) <&3 & wait $server';

export async function openServerGroup(options: ServerGroupOptions): Promise<ServerGroup> {
  const { database, servers: count, script, databaseOf = () => database, environmentOf = () => ({}), hear } = options;
  const folder = mkdtempSync(join(tmpdir(), 'servers-'));
  const path = fileURLToPath(script);
  let kills = 0;
  let closed = false;
  const starting = new Set<Promise<void>>();
  const faults: string[] = [];

  async function start(number: number): Promise<Server> {
    const flags = ['--port', '0', '--data', join(folder, `${number}`), '--database', databaseOf(number)];
    const command = ['-c', `exec 3<&0; ${GUARDED}`, 'sh', process.execPath, path, ...flags];
    const child = spawn('sh', command, {
      env: { ...process.env, ...environmentOf(number) },
      stdio: ['pipe', 'pipe', hear === undefined ? 'inherit' : 'pipe'],
      detached: true,
    });
    if (hear !== undefined && child.stderr !== null) createInterface({ input: child.stderr }).on('line', hear);
    if (child.stdout === null) throw new Error('A server has no output.');
    const server: Server = { child, address: null };
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('ready ')) continue;
      server.address = line.slice('ready '.length);
      break;
    }
    if (server.address === null) throw new Error(`Server ${number} ended with ${child.exitCode} at its start.`);
    child.stdout.resume();
    return server;
  }

  // One after the other: the first makes the schema, and this machine is small.
  const servers: Server[] = [];
  for (let number = 0; number < count; number += 1) servers.push(await start(number));

  async function end({ child }: Server): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await gone;
  }

  return {
    doors: (first) => servers.flatMap((_, index) => servers[(first + index) % count]?.address ?? []),
    faults,
    get kills() {
      return kills;
    },
    signal(number, signal) {
      const pid = servers[number]?.child.pid;
      if (pid !== undefined) process.kill(-pid, signal);
    },
    async restart(number) {
      const server = servers[number];
      if (server === undefined) return;
      const gone = once(server.child, 'exit');
      process.kill(-(server.child.pid ?? 0), 'SIGTERM');
      server.address = null;
      await gone;
      servers[number] = await start(number);
    },
    async killNext() {
      const number = kills % count;
      const victim = servers[number];
      if (victim === undefined) return;
      kills += 1;
      victim.address = null;
      await end(victim);
      if (closed) return;
      const started = start(number)
        .then(
          (server) => {
            servers[number] = server;
          },
          (error: Error) => void faults.push(error.message),
        )
        .finally(() => starting.delete(started));
      starting.add(started);
    },
    async close() {
      closed = true;
      await Promise.all(starting);
      await Promise.all(servers.map(end));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const TRY_AGAIN_MS = 20;
const PATIENCE_MS = 120_000;

/** Retries a request with the same key at one server after another, as clients of clerks and kiosks do. */
export async function askUntilAnswered(
  servers: ServerGroup,
  first: number,
  operation: string,
  { key, parameters }: { readonly key: string; readonly parameters: object },
  refused: (status: number, errno: number | null) => void = () => undefined,
): Promise<Record<string, never>> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  let fault: unknown = null;
  while (performance.now() < giveUpAt) {
    for (const address of servers.doors(first)) {
      try {
        const response = await fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
          body: JSON.stringify(parameters),
        });
        const body = (await response.json()) as Record<string, never>;
        if (response.status < 500) return body;
        fault = body;
        refused(response.status, (body as { readonly errno?: number }).errno ?? null);
      } catch (error) {
        fault = error;
        refused(0, null);
      }
    }
    await after(TRY_AGAIN_MS);
  }
  throw new Error(`no server answered ${operation}`, { cause: fault });
}
