/** Proxy between a server and its PostgreSQL that a test can cut or freeze. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface DatabaseLine {
  /** URL of the database through this proxy. */
  readonly url: string;
  /** Closes every connection; new ones are accepted. */
  cut(): void;
  /** Stops forwarding on existing connections without closing them. */
  freeze(): void;
  close(): Promise<void>;
}

const SOCKET = '.s.PGSQL.5432';

/** @param url of a PostgreSQL with a Unix socket */
export async function openDatabaseLine(url: string): Promise<DatabaseLine> {
  const there = new URL(url);
  const target = join(there.searchParams.get('host') ?? '', SOCKET);
  const folder = mkdtempSync(join(tmpdir(), 'line-'));
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(target);
    const pair = [near, far] as const;
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.on('error', end).once('close', end);
    near.pipe(far).pipe(near);
  });
  server.listen(join(folder, SOCKET));
  await once(server, 'listening');
  there.searchParams.set('host', folder);
  const cut = (): void => {
    for (const [near] of pairs) near.destroy();
  };
  return {
    url: there.href,
    cut,
    freeze() {
      for (const [near, far] of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
