import { once } from 'node:events';
import { connect } from 'node:net';
import { inject } from 'vitest';

export interface Database {
  /** `postgres://…` */
  readonly url: string;
  /** Gives it back. Else it goes with the test file. */
  drop(): void;
}

/**
 * A database of the PostgreSQL of this test run, with nothing in it.
 *
 * @param wish `new`: not even a schema
 */
export async function newDatabase(wish: 'new' | 'empty' = 'empty'): Promise<Database> {
  const socket = connect(inject('postgresSocket'));
  socket.unref().write(wish);
  const [answer]: [Buffer] = (await once(socket, 'data')) as never;
  const { url, error } = JSON.parse(answer.toString()) as { readonly url?: string; readonly error?: string };
  if (url === undefined) throw new Error(error);
  return { url, drop: () => socket.destroy() };
}
