import type { FastifyInstance } from 'fastify';
import type { Fetch } from './client.ts';

/** Client of a server in this process, without a socket. */
export function embeddedFetch(server: Pick<FastifyInstance, 'inject'>): Fetch {
  return async (path, { method, headers, body }) => {
    const answer = await server.inject({
      method,
      url: path,
      headers: { ...headers },
      ...(body === undefined ? {} : { payload: body }),
    });
    const header = (name: string): string | null => {
      const value = answer.headers[name];
      return typeof value === 'string' ? value : null;
    };
    return { status: answer.statusCode, body: answer.body, header };
  };
}
