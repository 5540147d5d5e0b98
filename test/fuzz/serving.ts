/** Targets of the fuzzer: a server process, or several over one database behind one address. */
import { fork } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openFrontDoor } from '../helpers/front-door.ts';
import { WITH_KEYS } from './keys.ts';
import type { FromServer } from './server.ts';

export interface Measured {
  /** The longest turn of the event loop, by the CPU time of its thread. */
  readonly longestTurnMs: number;
  readonly longestTurnAfter: readonly string[];
  /** Maximum of used memory above the start, without garbage. */
  readonly growthBytes: number;
  readonly growthAfter: readonly string[];
  /** Maximum of used memory of other threads above the start, after garbage collection. */
  readonly threadBytes: number;
  readonly threadsAfter: readonly string[];
  /** Slowdown compared with an idle developer machine; at least 1. */
  readonly factor: number;
}

export interface Served {
  readonly address: string;
  readonly faults: readonly string[];
  /** Count of killed servers. */
  readonly kills: number;
  alive(): boolean;
  /** Measurements since the last call. */
  measured(): Promise<Measured>;
  heap(): Promise<number>;
  connections(): Promise<number>;
  stop(): Promise<void>;
}

interface OneServer extends Served {
  /** With SIGKILL. */
  kill(): Promise<void>;
}

/** @param database `postgres://…`; null: SQLite in the folder. */
async function startServer(dataDir: string, database: string | null, asksForKeys: boolean): Promise<OneServer> {
  const flags = [...(database === null ? [] : ['--database', database]), ...(asksForKeys ? [WITH_KEYS] : [])];
  const child = fork(join(import.meta.dirname, 'server.ts'), [dataDir, ...flags], {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const faults: string[] = [];
  let alive = true;
  let stopping = false;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      alive = false;
      if (!stopping) faults.push(`the server ended with ${code ?? signal}`);
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
  const nothing = {
    longestTurnMs: 0,
    longestTurnAfter: [],
    growthBytes: 0,
    growthAfter: [],
    threadBytes: 0,
    threadsAfter: [],
    factor: 1,
  };
  let measured: Measured = nothing;
  child.on('message', (message: FromServer) => {
    if (message.type === 'turn' && message.cpuMs > measured.longestTurnMs) {
      measured = { ...measured, longestTurnMs: message.cpuMs, longestTurnAfter: message.requests };
    }
    if (message.type === 'growth' && message.bytes > measured.growthBytes) {
      measured = { ...measured, growthBytes: message.bytes, growthAfter: message.requests };
    }
    if (message.type === 'threads' && message.bytes > measured.threadBytes) {
      measured = { ...measured, threadBytes: message.bytes, threadsAfter: message.requests };
    }
    if (message.type === 'factor') measured = { ...measured, factor: message.factor };
    if (message.type === 'fault') faults.push(message.detail);
  });
  const { address } = await heard('ready');
  return {
    address,
    faults,
    kills: 0,
    alive: () => alive,
    async measured() {
      if (!alive) return measured;
      const fresh = heard('fresh');
      child.send('fresh');
      await fresh;
      const before = measured;
      measured = nothing;
      return before;
    },
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
  /** More than one only with PostgreSQL. */
  readonly servers: number;
  /** Whether keys are required. */
  readonly asksForKeys: boolean;
}

export interface Serving extends Served {
  /** Kills and replaces one of the servers, except the first, whose memory is measured. */
  killOne(): Promise<void>;
}

export async function startServing({
  dataDir,
  database,
  servers: count,
  asksForKeys,
}: ServingOptions): Promise<Serving> {
  const start = async (number: number): Promise<OneServer> => {
    const folder = join(dataDir, `${number}`);
    await mkdir(folder, { recursive: true });
    return startServer(folder, database, asksForKeys);
  };
  const first = await startServer(dataDir, database, asksForKeys);
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
