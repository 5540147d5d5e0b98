/** The whole program with a collector of traces: what a request did, and nothing of what it said. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startProgram } from '../../main/app/app.ts';
import { silentLog } from '../../main/lib/context.ts';
import { readSettings } from '../../main/lib/settings/settings.ts';
import { openCollector } from './collector.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

interface Sent {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

it('a request is followed from the caller to the store, without a word of what it said', async () => {
  const collector = await openCollector();
  const data = mkdtempSync(join(tmpdir(), 'tracing-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const read = readSettings(['--port', '0', '--data', data, '--printer', 'none:', '--traces', collector.url], {});
  if (!read.ok || read.value.kind !== 'run') throw new Error('These settings are right.');
  const program = await startProgram(read.value.settings, silentLog);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const answer = await fetch(`${program.address}/restapi/v2/queuemanagement/createticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    body: JSON.stringify({ service_id: 'passports', client_name: 'Maria Silva', note: 'a secret note' }),
  });
  expect(await answer.json()).toMatchObject({ success: true });
  await program.close();
  const spans = collector
    .bodies<Sent>()
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans);
  const ours = spans.filter((span) => span.traceId === traceId);
  const [request] = ours.filter(({ name }) => name === 'createticket');
  expect(request).toMatchObject({ parentSpanId: 'b7ad6b7169203331' });
  expect(ours).toContainEqual(expect.objectContaining({ name: 'store createTicket', parentSpanId: request?.spanId }));
  expect(collector.text()).not.toMatch(/Maria|secret note|passports/);
});

it('a collector that is away holds nobody up', async () => {
  const data = mkdtempSync(join(tmpdir(), 'tracing-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  const read = readSettings(['--port', '0', '--data', data, '--traces', 'http://127.0.0.1:1'], {});
  if (!read.ok || read.value.kind !== 'run') throw new Error('These settings are right.');
  const program = await startProgram(read.value.settings, silentLog);
  expect((await fetch(`${program.address}/healthz`)).status).toBe(200);
  await program.close();
});
