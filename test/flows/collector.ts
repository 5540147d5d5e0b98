/** An OpenTelemetry collector: takes OTLP over HTTP, and keeps it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Collector {
  readonly url: string;
  paths(): readonly string[];
  bodies<T>(): readonly T[];
  text(): string;
}

export async function openCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    paths.push(request.url ?? '');
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      bodies.push(text);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths: () => paths,
    bodies: <T>() => bodies.map((text) => JSON.parse(text) as T),
    text: () => bodies.join('\n'),
  };
}
