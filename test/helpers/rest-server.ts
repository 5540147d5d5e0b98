/** A server that records the requests of a page, and answers with a given value. */
import { createRest, type Rest } from '../../renderer/shared/api-client.ts';

export interface RestServer {
  readonly rest: Rest;
  /** Method and address below `/restapi/`, in their order. */
  readonly asked: string[];
  readonly bodies: unknown[];
  /** The next answers; null: the server is out of reach. */
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
