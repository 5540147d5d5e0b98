/** A server that records a page's requests and returns a given value. */
import { createRest, type Rest } from '../../renderer/shared/api-client.ts';

export interface RestServer {
  readonly rest: Rest;
  /** Method and path below `/restapi/`, in order. */
  readonly asked: string[];
  readonly bodies: unknown[];
  /** The next answer; null simulates an unreachable server. */
  answer: object | null;
}

export function restServer(): RestServer {
  const server: RestServer = {
    asked: [],
    bodies: [],
    answer: { success: true },
    rest: createRest({
      page: 'http://server.test/page/',
      async fetch(address, request) {
        server.asked.push(`${request?.method} ${String(address).replace('http://server.test/restapi/', '')}`);
        server.bodies.push(typeof request?.body === 'string' ? JSON.parse(request.body) : undefined);
        if (server.answer === null) throw new TypeError('Failed to fetch');
        return Response.json(server.answer);
      },
    }),
  };
  return server;
}
