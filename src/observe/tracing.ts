// Traces for OpenTelemetry: one span per request, one for its operation, and one per statement. Loaded only if traces
// are exported. The exporter reads its endpoint, interval and sampling from its own environment variables.
import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Trace } from '../http/call.js';
import type { Watchers } from './watch.js';

export type Tracing = {
  trace: NonNullable<Watchers['trace']>;
  /** Flushes pending spans. */
  close(): Promise<void>;
};

export function createTracing(serviceName: string): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  // Registered only to extract the caller's trace context; the current span is tracked here without a context manager.
  provider.register({ contextManager: null });
  const tracer = provider.getTracer('battle-results-gateway');
  return {
    trace(method, headers): Trace {
      const caller = propagation.extract(context.active(), headers);
      const attributes = { 'http.request.method': method };
      const server = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, caller);
      let parent: Context = trace.setSpan(caller, server);
      return {
        operation(name, work) {
          const span = tracer.startSpan(name, { attributes: { 'graphql.operation.name': name } }, parent);
          const outer = parent;
          parent = trace.setSpan(parent, span);
          return ended(span, work, () => {
            parent = outer;
          });
        },
        statement(text, send) {
          const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
          const span = tracer.startSpan(verbOf(text), { kind: SpanKind.CLIENT, attributes }, parent);
          return ended(span, send);
        },
        end(route, status) {
          server.updateName(`${method} ${route}`);
          server.setAttributes({ 'http.route': route, 'http.response.status_code': status });
          if (status >= 500) server.setStatus({ code: SpanStatusCode.ERROR });
          server.end();
        },
      };
    },
    close: () => provider.shutdown(),
  };
}

/** Ends the span when the work finishes, synchronously or not. */
function ended<Result>(span: Span, work: () => Result, after = () => {}): Result {
  const end = (failed: boolean) => {
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    after();
  };
  try {
    const result = work();
    if (!(result instanceof Promise)) {
      end(false);
      return result;
    }
    result.then(
      () => end(false),
      () => end(true),
    );
    return result;
  } catch (error) {
    end(true);
    throw error;
  }
}

function verbOf(statement: string): string {
  return /\w+/.exec(statement)?.[0].toUpperCase() ?? 'SQL';
}
