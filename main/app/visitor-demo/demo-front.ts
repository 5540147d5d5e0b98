/** HTTP server in front of the demos, routed by cookie. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Clock, type Log, systemClock } from '../../lib/context.ts';
import { isLoopbackAddress } from '../../lib/host-name.ts';
import { isWebSocketHandshake } from '../../rest/connections.ts';
import { createLogLimit } from '../../rest/log-limit.ts';
import { limitConnections } from '../../rest/origin-check/connection-limits.ts';
import { clientAddress } from '../../rest/origin-check/forwarded.ts';
import { inNetworks } from '../../rest/origin-check/networks.ts';
import { hasBody } from '../../rest/parameters/body.ts';
import type { DemoHall, DemoHalls, Refused } from './demo-halls.ts';
import { DEMO_PAGE_HEADERS, ENDED_PAGE, FAILED_PAGE, WELCOME_PAGE, waitPage } from './demo-pages.ts';
import { relayRequest, relayUpgrade } from './demo-relay.ts';

const COOKIE = 'tan_demo';
/** Browsers accept a name with this prefix from this host alone, so that no neighbouring host can choose the demo. */
const SECURE_COOKIE = `__Host-${COOKIE}`;
/** Value of the cookie of a visitor who has seen the start page, and has no demo yet. */
const VISITED = 'new';
const MAX_HEADER_BYTES = 16 * 1024;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const CHECK_TIMEOUTS_MS = 5_000;
/** Timeout for a connection without traffic. */
const QUIET_TIMEOUT_MS = 60_000;
/** Timeout for a visitor who reads a response slowly: the demo keeps the rest of it in memory. */
const RESPONSE_TIMEOUT_MS = 120_000;
const MAX_CONNECTIONS_OF_ADDRESS = 100;
const MAX_CONNECTIONS = 2_000;
const RETRY_FAILED_SECONDS = 60;
const PROBES = ['/healthz', '/readyz'];
/** Pages of a demo last for minutes, and a search engine would start demos. */
const ROBOTS = 'User-agent: *\nDisallow: /\n';

export interface DemoFrontOptions {
  readonly halls: DemoHalls;
  readonly log: Log;
  readonly clock?: Clock;
  /** Networks of proxies whose `X-Forwarded-For` names the visitor. */
  readonly trustedProxies: readonly string[];
  /** Whether visitors use https only. */
  readonly isSecure: boolean;
}

/** Whether a browser opens a page in a tab: then a new demo may start. A frame of another site, or a preload, opens none. */
function isPageVisit({ method, headers }: IncomingMessage): boolean {
  const destination = headers['sec-fetch-dest'] ?? 'document';
  const purpose = String(headers['sec-purpose'] ?? headers.purpose ?? '');
  const isPage = destination === 'document' && (headers.accept ?? '').includes('text/html');
  return method === 'GET' && isPage && !purpose.includes('prefetch');
}

/** Bytes of a request before its body. */
function headBytes({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((bytes, text) => bytes + text.length, url.length);
}

function sendPage(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...DEMO_PAGE_HEADERS, ...headers }).end(body);
}

/** Reads and drops the body, because an unread body would block the connection. */
function refuse(request: IncomingMessage, response: ServerResponse, refused: Refused): void {
  const status = refused.reason === 'full' || refused.reason === 'address' ? 503 : 429;
  request.resume();
  sendPage(response, status, waitPage(refused), { 'retry-after': String(refused.retrySeconds) });
}

export function createDemoFront(options: DemoFrontOptions): Server {
  const { halls, log, clock = systemClock, trustedProxies, isSecure } = options;
  const cookieName = isSecure ? SECURE_COOKIE : COOKIE;
  const cookiePattern = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{1,64})(?:;|$)`);
  /** Connections with a response under way, which a WebSocket must not interrupt. */
  const answering = new WeakMap<Socket, number>();
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_TIMEOUT_MS,
    connectionsCheckingInterval: CHECK_TIMEOUTS_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    shouldUpgradeCallback: (request) =>
      isWebSocketHandshake(request) && !hasBody(request.headers) && !answering.get(request.socket),
  });
  server.setTimeout(QUIET_TIMEOUT_MS);
  server.maxConnections = MAX_CONNECTIONS;
  const mayLog = createLogLimit(clock, (count) => log.warn('http.connections-rejected', { count }));
  limitConnections(server, {
    max: MAX_CONNECTIONS_OF_ADDRESS,
    isBound: (address) => !isLoopbackAddress(address) && !inNetworks(trustedProxies, address),
    refused: () => {
      if (mayLog()) log.warn('http.connections-rejected', { count: 1 });
    },
  });

  const cookieOf = ({ headers }: IncomingMessage): string => cookiePattern.exec(headers.cookie ?? '')?.[1] ?? '';

  function setCookie(response: ServerResponse, value: string): void {
    response.setHeader(
      'set-cookie',
      `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
    );
  }

  async function pass(request: IncomingMessage, response: ServerResponse, hall: DemoHall): Promise<void> {
    const admitted = hall.admit();
    if (!admitted.ok) return refuse(request, response, admitted.error);
    hall.receive(headBytes(request));
    const cancelTimeout = clock.after(RESPONSE_TIMEOUT_MS, () => response.destroy());
    response.once('close', () => {
      cancelTimeout();
      admitted.value.done();
    });
    const demo = await hall.demo.catch(() => null);
    if (demo !== null) return relayRequest(request, response, demo.socketPath, hall.receive);
    request.resume();
    sendPage(response, 503, FAILED_PAGE, { 'retry-after': String(RETRY_FAILED_SECONDS) });
  }

  server.on('request', (request, response) => {
    const { socket } = request;
    answering.set(socket, (answering.get(socket) ?? 0) + 1);
    response.once('close', () => answering.set(socket, (answering.get(socket) ?? 1) - 1));
    const path = request.url?.split('?', 1)[0] ?? '/';
    const cookie = cookieOf(request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && path === '/') {
      if (cookie === '') setCookie(response, VISITED);
      return sendPage(response, 200, WELCOME_PAGE);
    }
    if (isRead && path === '/robots.txt') {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(ROBOTS);
      return;
    }
    if (PROBES.includes(path)) {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}\n');
      return;
    }
    const known = halls.find(cookie);
    if (known !== null) return void pass(request, response, known);
    if (!isPageVisit(request)) {
      request.resume();
      return sendPage(response, 410, ENDED_PAGE);
    }
    // A program that keeps no cookies would start a demo with each page.
    if (cookie === '') {
      response.writeHead(303, { ...DEMO_PAGE_HEADERS, location: '/' }).end();
      return;
    }
    const opened = halls.open(clientAddress(request, trustedProxies));
    if (!opened.ok) return refuse(request, response, opened.error);
    setCookie(response, opened.value.id);
    void pass(request, response, opened.value);
  });

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const hall = halls.find(cookieOf(request));
    const admitted = hall?.admit();
    const end = (status: string): void =>
      void socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
    if (hall === null || admitted === undefined) return end('410 Gone');
    if (!admitted.ok) return end('429 Too Many Requests');
    hall.receive(headBytes(request) + head.length);
    socket.once('close', admitted.value.done);
    void hall.demo.then(
      ({ socketPath }) => relayUpgrade(request, head, socketPath, hall.receive),
      () => end('503 Service Unavailable'),
    );
  });
  return server;
}
