// Traces for OpenTelemetry: a span for a request, one for its operation, one for each statement. Loaded only when
// they are collected. Where they are sent, how often and how many, the exporter reads from its own variables.
import { type Context, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Trace } from '../http/call.js';
import type { Watchers } from './watch.js';

export type Tracing = {
  trace: NonNullable<Watchers['trace']>;
  /** Sends what is still waiting. */
  close(): Promise<void>;
};

export function createTracing(serviceName: string): Tracing {
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  // Only to read what callers say about their own trace: which span is the current one is known here without it.
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

/** The span ends with the work, whether that takes a while or not. */
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
