import { once } from 'node:events';
import { connect } from 'node:net';
import { inject } from 'vitest';

export interface Database {
  /** `postgres://…` */
  readonly url: string;
  /** Drops it. Else it goes with the test file. */
  drop(): void;
}

/** A new, empty database in the PostgreSQL of this test run. */
export async function newDatabase(): Promise<Database> {
  const socket = connect(inject('postgresSocket'));
  socket.unref();
  const [answer]: [Buffer] = (await once(socket, 'data')) as never;
  const { url, error } = JSON.parse(answer.toString()) as { readonly url?: string; readonly error?: string };
  if (url === undefined) throw new Error(error);
  return { url, drop: () => socket.destroy() };
}
