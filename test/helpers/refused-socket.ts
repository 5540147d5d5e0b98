import type { IncomingHttpHeaders } from 'node:http';
import type { WebSocket } from 'ws';

export interface RefusedSocket {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: IncomingHttpHeaders;
}

/** The server's HTTP answer to a refused WebSocket. */
export function refusalOf(socket: WebSocket): Promise<RefusedSocket> {
  return new Promise((resolve, reject) => {
    socket.once('open', () => reject(new Error('It was let in')));
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += String(chunk);
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text), headers: response.headers }),
      );
    });
  });
}
