/**
 * PostgreSQL for the tests that want it: started when the first of them asks, ended with the run. Each connection to this
 * socket is given a database of its own, which is dropped when it closes, so that the end of a test file is enough.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Cluster, openCluster } from '../helpers/postgres-cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresSocket: string;
  }
}

export default async function offerPostgres(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'offer-'));
  const path = join(folder, 'socket');
  const guests = new Set<Socket>();
  let cluster: Promise<Cluster> | null = null;
  let databases = 0;

  async function serve(guest: Socket): Promise<void> {
    cluster ??= openCluster();
    const opened = await cluster;
    databases += 1;
    const name = `test_${databases}`;
    await opened.sql('postgres', `CREATE DATABASE ${name}`);
    guest.once('close', () => {
      opened.sql('postgres', `DROP DATABASE ${name} WITH (FORCE)`).catch(() => undefined);
    });
    guest.write(JSON.stringify({ url: opened.url(name) }));
  }

  const server = createServer((guest) => {
    guests.add(guest);
    guest.on('error', () => undefined).once('close', () => guests.delete(guest));
    serve(guest).catch((error: Error) => guest.end(JSON.stringify({ error: error.message })));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  project.provide('postgresSocket', path);

  return async () => {
    for (const guest of guests) guest.destroy();
    server.close();
    await (await cluster?.catch(() => null))?.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
