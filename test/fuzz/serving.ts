/** What requests are thrown at: a server as a process of its own, or several over one database behind one address. */
import { fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openFrontDoor } from '../helpers/front-door.ts';
import type { FromServer } from './server.ts';

export interface Served {
  readonly address: string;
  readonly faults: readonly string[];
  /** How often one of the servers was killed. */
  readonly kills: number;
  alive(): boolean;
  longestTurn(): { readonly cpuMs: number; readonly requests: readonly string[] };
  heap(): Promise<number>;
  connections(): Promise<number>;
  stop(): Promise<void>;
}

interface OneServer extends Served {
  /** Without a word. */
  kill(): Promise<void>;
}

/** @param database `postgres://…`; null: SQLite in the folder. */
async function startServer(dataDir: string, database: string | null): Promise<OneServer> {
  const flags = database === null ? [] : ['--database', database];
  const child = fork(join(import.meta.dirname, 'server.ts'), [dataDir, ...flags], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const faults: string[] = [];
  let alive = true;
  let stopping = false;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      alive = false;
      if (!stopping) faults.push(`the server ended with ${code}`);
      resolve();
    });
  });
  const heard = <Type extends FromServer['type']>(type: Type): Promise<Extract<FromServer, { type: Type }>> =>
    new Promise((resolve, reject) => {
      const listen = (message: FromServer): void => {
        if (message.type !== type) return;
        child.off('message', listen);
        resolve(message as Extract<FromServer, { type: Type }>);
      };
      child.on('message', listen);
      void ended.then(() => reject(new Error(faults.join('\n'))));
    });
  let longest: Extract<FromServer, { type: 'turn' }> = { type: 'turn', cpuMs: 0, requests: [] };
  child.on('message', (message: FromServer) => {
    if (message.type === 'turn' && message.cpuMs > longest.cpuMs) longest = message;
    if (message.type === 'fault') faults.push(message.detail);
  });
  const { address } = await heard('ready');
  return {
    address,
    faults,
    kills: 0,
    alive: () => alive,
    longestTurn: () => longest,
    async heap() {
      if (!alive) return Number.NaN;
      const answer = heard('heap');
      child.send('heap');
      return (await answer).bytes;
    },
    async connections() {
      if (!alive) return 0;
      const answer = heard('connections');
      child.send('connections');
      return (await answer).count;
    },
    async kill() {
      stopping = true;
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      if (!alive || stopping) return;
      stopping = true;
      child.send('stop');
      await ended;
    },
  };
}

export interface ServingOptions {
  readonly dataDir: string;
  /** `postgres://…`; null: SQLite in the folder. */
  readonly database: string | null;
  /** More than one only over PostgreSQL. */
  readonly servers: number;
}

export interface Serving extends Served {
  /** Kills one of the servers but for the first, of which memory is measured, and starts another in its place. */
  killOne(): Promise<void>;
}

export async function startServing({ dataDir, database, servers: count }: ServingOptions): Promise<Serving> {
  const start = async (number: number): Promise<OneServer> => {
    const folder = join(dataDir, `${number}`);
    await mkdir(folder, { recursive: true });
    return startServer(folder, database);
  };
  const first = await startServer(dataDir, database);
  const others = new Map<number, OneServer>();
  for (let number = 1; number < count; number += 1) others.set(number, await start(number));
  if (others.size === 0) return { ...first, killOne: () => Promise.resolve() };

  const there = (): readonly OneServer[] => [first, ...others.values()];
  const door = await openFrontDoor(() => there().map(({ address }) => address));
  const earlier: string[] = [];
  let kills = 0;
  return {
    ...first,
    address: door.address,
    get faults() {
      return [...earlier, ...there().flatMap(({ faults }) => faults)];
    },
    get kills() {
      return kills;
    },
    alive: () => there().every((one) => one.alive()),
    async killOne() {
      const number = (kills % (count - 1)) + 1;
      const victim = others.get(number);
      if (victim === undefined) return;
      kills += 1;
      others.delete(number);
      await victim.kill();
      earlier.push(...victim.faults);
      others.set(number, await start(number));
    },
    async stop() {
      await door.close();
      await Promise.all(there().map((one) => one.stop()));
    },
  };
}
