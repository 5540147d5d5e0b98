/** Webhook receiver: a real local HTTP server with scripted behaviour. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { vi } from 'vitest';

export interface Arrived {
  readonly headers: Readonly<Record<string, string>>;
  /** Raw request body. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
  readonly body: any;
}

export type Behaviour = (response: ServerResponse, arrived: Arrived) => void;

export const answer =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end('thank you');
export const hang: Behaviour = () => {};
export const hangUp: Behaviour = (response) => void response.socket?.destroy();

/** Below the ephemeral port range, so that no other program gets the port of a closed receiver. */
const MIN_PORT = 20_000;
const MAX_PORT = 32_768;

export class Receiver {
  readonly arrived: Arrived[] = [];
  /** Behaviour for the next requests; afterwards `behaviour` applies. */
  readonly next: Behaviour[] = [];
  behaviour: Behaviour = answer(204);
  #server: Server | null = null;
  #port = 0;

  /** Listens on the same port as before. */
  async open(): Promise<this> {
    for (;;) {
      const port = this.#port === 0 ? randomInt(MIN_PORT, MAX_PORT) : this.#port;
      const server = createServer((request, response) => void this.#take(request, response));
      try {
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
        this.#server = server;
        this.#port = port;
        return this;
      } catch (error) {
        if (this.#port !== 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      }
    }
  }

  /** Stops listening. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/hook?from=queue`;
  }

  get types(): readonly string[] {
    return this.arrived.map(({ body }) => body.type);
  }

  async until(count: number): Promise<readonly Arrived[]> {
    await vi.waitUntil(() => this.arrived.length >= count, { timeout: 30_000 });
    return this.arrived;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString('utf8');
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const arrived: Arrived = { headers: { ...headers, method: request.method ?? '' }, text, body: JSON.parse(text) };
    this.arrived.push(arrived);
    (this.next.shift() ?? this.behaviour)(response, arrived);
  }
}
