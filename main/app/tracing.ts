/**
 * OpenTelemetry traces of requests and store calls, exported by OTLP over HTTP.
 *
 * Loaded only with `--traces`. A span has a name, times, an id and a status, but no content of a request or response.
 */
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Tracing } from '../lib/context.ts';

const NAME = 'take-a-number';
const SEND_MS = 5_000;
const CLOSE_MS = 2_000;

export interface OpenTracing extends Tracing {
  /** Flushes the remaining spans, if the collector accepts them in time. */
  close(): Promise<void>;
}

/** @param collector address without a path, such as `http://127.0.0.1:4318` */
export function openTracing(collector: string, version: string): OpenTracing {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const exporter = new OTLPTraceExporter({
    url: `${collector.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: SEND_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': NAME, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer(NAME, version);

  return {
    request(id, parent) {
      const from = parent === undefined ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER, attributes: { 'request.id': id } }, from);
      const here = trace.setSpan(from, span);
      return {
        id: span.spanContext().traceId,
        within: (work) => context.with(here, work),
        end(operation, status) {
          span.updateName(operation);
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    part: (name, work) =>
      tracer.startActiveSpan(name, async (span) => {
        try {
          return await work();
        } catch (error) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          throw error;
        } finally {
          span.end();
        }
      }),
    async close() {
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
      ]);
      context.disable();
      propagation.disable();
    },
  };
}
