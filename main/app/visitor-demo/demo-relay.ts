/** Relay of requests and WebSockets to a demo over a local socket. */
import { type IncomingMessage, request as openRequest, ServerResponse } from 'node:http';
import { endConnection } from '../../rest/end-connection.ts';
import { relayedAnswerHeaders, relayedHandshakeHeaders, relayedRequestHeaders } from './relay-headers.ts';

/** Timeout for a visitor who does not read why a WebSocket is refused. Node has no timeouts after a handshake. */
const REFUSAL_TIMEOUT_MS = 10_000;

/** Counts bytes of the visitor; false when there were too many. */
export type Receive = (bytes: number) => boolean;

function relayAnswer(answer: IncomingMessage, response: ServerResponse): void {
  response.writeHead(answer.statusCode ?? 502, relayedAnswerHeaders(answer.headers));
  answer.on('error', () => response.destroy());
  answer.pipe(response);
}

export function relayRequest(
  request: IncomingMessage,
  response: ServerResponse,
  socketPath: string,
  receive: Receive,
): void {
  if (response.closed) return;
  const { method, url: path } = request;
  const headers = relayedRequestHeaders(request.headers);
  const relayed = openRequest({ socketPath, method, path, headers, agent: false }, (answer) =>
    relayAnswer(answer, response),
  );
  // The demo has ended, or its server stopped reading.
  relayed.on('error', () => {
    request.resume();
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'content-length': 0 }).end();
  });
  response.once('close', () => relayed.destroy());
  request.on('data', (chunk: Buffer) => {
    if (!receive(chunk.length)) response.destroy();
  });
  request.pipe(relayed);
}

/** The demo decides whether the connection becomes a WebSocket; until then nothing but the request reaches it. */
export function relayUpgrade(request: IncomingMessage, head: Buffer, socketPath: string, receive: Receive): void {
  const { socket: visitor, url: path } = request;
  if (visitor.destroyed) return;
  const headers = relayedHandshakeHeaders(request.headers);
  const relayed = openRequest({ socketPath, method: 'GET', path, headers, agent: false });
  visitor.once('close', () => relayed.destroy());
  relayed.on('error', () => visitor.destroy());
  relayed.once('response', (answer) => {
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(visitor);
    // The visitor could keep its half of the connection open.
    response.once('finish', () => endConnection(visitor));
    visitor.setTimeout(REFUSAL_TIMEOUT_MS, () => visitor.destroy());
    relayAnswer(answer, response);
  });
  relayed.once('upgrade', (answer, demo, rest) => {
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Connection: Upgrade', 'Upgrade: websocket'];
    for (const [name, value] of Object.entries(relayedAnswerHeaders(answer.headers))) lines.push(`${name}: ${value}`);
    visitor.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
    const end = (): void => {
      demo.destroy();
      visitor.destroy();
    };
    for (const one of [demo, visitor]) one.once('error', end).once('close', end);
    visitor.unshift(head);
    demo.unshift(rest);
    visitor.on('data', (chunk: Buffer) => {
      if (!receive(chunk.length)) end();
    });
    demo.pipe(visitor);
    visitor.pipe(demo);
  });
  relayed.end();
}
