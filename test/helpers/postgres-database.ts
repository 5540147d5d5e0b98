import { once } from 'node:events';
import { connect } from 'node:net';
import { inject } from 'vitest';

export interface Database {
  /** `postgres://…` */
  readonly url: string;
  /** Drops the database early; otherwise it is dropped with the test file. */
  drop(): void;
}

/**
 * Creates an empty database in the PostgreSQL of this test run.
 *
 * @param wish `new`: without a schema
 */
export async function newDatabase(wish: 'new' | 'empty' = 'empty'): Promise<Database> {
  const socket = connect(inject('postgresSocket'));
  socket.unref().write(wish);
  const [answer]: [Buffer] = (await once(socket, 'data')) as never;
  const { url, error } = JSON.parse(answer.toString()) as { readonly url?: string; readonly error?: string };
  if (url === undefined) throw new Error(error);
  return { url, drop: () => socket.destroy() };
}
