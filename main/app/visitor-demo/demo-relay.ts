/** Relay of requests and WebSockets to a demo over a local socket. */
import { type IncomingHttpHeaders, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** Hop-by-hop headers, which each connection sets itself. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name)));
}

export function relayRequest(request: IncomingMessage, response: ServerResponse, socketPath: string): void {
  const { method, url: path } = request;
  const headers = withoutConnection(request.headers);
  const relayed = openRequest({ socketPath, method, path, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, withoutConnection(answer.headers));
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  // The demo has ended, or its server stopped reading.
  relayed.on('error', () => {
    request.resume();
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'content-length': 0 }).end();
  });
  response.once('close', () => relayed.destroy());
  request.pipe(relayed);
}

export function relayUpgrade(request: IncomingMessage, visitor: Duplex, head: Buffer, socketPath: string): void {
  const demo = connect(socketPath);
  const end = (): void => {
    demo.destroy();
    visitor.destroy();
  };
  for (const one of [demo, visitor]) one.once('error', end).once('close', end);
  const lines = [`${request.method} ${request.url} HTTP/1.1`];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
  }
  demo.write(`${lines.join('\r\n')}\r\n\r\n`);
  demo.write(head);
  demo.pipe(visitor);
  visitor.pipe(demo);
}
