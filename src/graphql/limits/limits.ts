// Limits of a document, cheapest check first: bytes before they are read, tokens during parsing, shape before
// validation, cost before execution. Each refusal is one error that says what to lower.
import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source, TokenKind, validate } from 'graphql';
import { isAsyncIterable, type Plugin, processRegularResult } from 'graphql-yoga';
import type { Limits } from '../../config.js';
import { errors } from '../../errors.js';
import { isLargeBody } from '../../http/body.js';
import type { Call } from '../../http/call.js';
import { documentCost, MISTAKES_MAX } from '../builder/prices.js';
import { graphqlError } from '../document/mask-error.js';
import { weightOf } from './cost.js';
import { costRefusal } from './heaviest.js';
import { oneRule } from './one-rule.js';
import { type CostRequest, operationOf } from './operation.js';
import { refuseShape } from './shape.js';

/**
 * Documents in `own` are exempt from the cost limit, as their pages are bounded. They are charged like all others, except
 * for parsing and validation.
 */
export function useLimits(limits: Limits, own: ReadonlySet<DocumentNode>): Plugin<{ call?: Sender }> {
  const tokensOf = (document: DocumentNode, call: Sender | undefined) =>
    own.has(document) ? 0 : Math.max(document.tokenCount ?? 0, tokensOfBody(call));
  return {
    onRequestParse({ request, requestParser, setRequestParser }) {
      const declared = Number(request.headers.get('content-length') ?? 0);
      if (declared > limits.bodyBytes || request.url.length > limits.bodyBytes) throw bodyTooLarge(limits);
      if (!requestParser) return;
      setRequestParser(async (request) => {
        try {
          return await requestParser(request);
        } catch (error) {
          throw error instanceof SyntaxError ? errors.badRequest('variables and extensions must be JSON') : error;
        }
      });
    },
    onParse({ context: { call }, params: { source }, setParseFn }) {
      setParseFn(parseWithin(limits));
      return ({ result }) => {
        // The tokens of a text that cannot be parsed are not known.
        const tokens =
          result instanceof Error
            ? Math.min(String(source).length / TOKEN_LENGTH, limits.tokens)
            : tokensOf(result, call);
        if (call) call.cost = Math.max(1, documentCost(tokens));
      };
    },
    onValidate({ context: { call }, params: { documentAST }, setValidationFn }) {
      setValidationFn((schema, document, rules) =>
        validate(schema, document, rules && [oneRule(rules)], { maxErrors: MISTAKES_MAX }),
      );
      return ({ result }) => {
        if (call) call.cost = Math.max(1, documentCost(tokensOf(documentAST, call), result.length));
        // As a validation error, its status would depend on what the caller accepts; it is a limit like the others.
        if (!result.some(({ message }: Error) => message === 'Maximum introspection depth exceeded')) return;
        throw errors.badRequest('The document nests introspection lists 3 deep; the limit is 2');
      };
    },
    onExecute({ args, executeFn, setExecuteFn, setResultAndStopExecution }) {
      const { call } = args.contextValue;
      const weight = weightOf(operationOf(args as CostRequest, limits.cost));
      const requested = Math.max(weight.cost, documentCost(tokensOf(args.document, call)));
      const cost = { requested, limit: limits.cost };
      if (weight.cost > cost.limit && !own.has(args.document)) {
        setResultAndStopExecution({ errors: [graphqlError(costRefusal(weight, limits.cost))], extensions: { cost } });
        return;
      }
      setExecuteFn((execution) => {
        // Charged from here on, even if the client disconnects.
        if (call) call.cost = Math.max(1, cost.requested);
        return executeFn(execution);
      });
      return {
        onExecuteDone({ result, setResult }) {
          if (isAsyncIterable(result)) return;
          const asRead = { ...cost, requested: Math.max(requested, call?.cost ?? 0) };
          setResult({ ...result, extensions: { ...result.extensions, cost: asRead } });
        },
      };
    },
    onResultProcess({ resultProcessor, setResultProcessor }) {
      // Yoga streams nothing here: a caller who accepts no JSON at all is sent JSON all the same.
      if (resultProcessor !== processRegularResult) setResultProcessor(processRegularResult, 'application/json');
    },
  };
}

/** Also for a body without a declared length, which the server stops reading above the limit. */
export const bodyTooLarge = ({ bodyBytes }: Pick<Limits, 'bodyBytes'>) =>
  errors.badRequest(
    `The request is larger than ${bodyBytes.toLocaleString('en')} bytes; shorten the document or its variables`,
  );

type Sender = Pick<Call, 'cost' | 'bodyBytes'>;

/** Long names, strings, white space and variables take time too: in a large body, this many bytes count as a token. */
const BYTES_PER_TOKEN = 16;

function tokensOfBody(call: Sender | undefined): number {
  return call && isLargeBody(call) ? call.bodyBytes / BYTES_PER_TOKEN : 0;
}

/** What parsing it costs, whatever becomes of the request. */
export const costOfBody = (call: Sender): number => documentCost(tokensOfBody(call));

/** Every error scans all lines for its position, and compares names with those of the schema. */
const LINES_MAX = 2_000;
const NAME_LENGTH_MAX = 200;

function refuseLines(text: string): void {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) lines += 1;
  if (lines > LINES_MAX) throw errors.badRequest(`The document has more than ${LINES_MAX.toLocaleString('en')} lines`);
}

function refuseLongNames({ loc }: DocumentNode): void {
  for (let token = loc?.startToken ?? null; token; token = token.next) {
    if (token.kind !== TokenKind.NAME || token.end - token.start <= NAME_LENGTH_MAX) continue;
    throw errors.badRequest(`The document has a name of more than ${NAME_LENGTH_MAX} characters`);
  }
}

/** Average length of a token, with the space around it. */
const TOKEN_LENGTH = 4;

export function parseWithin(limits: Limits) {
  return (source: string | Source, options?: ParseOptions) => {
    try {
      refuseLines(typeof source === 'string' ? source : source.body);
      const document = parse(source, { ...options, maxTokens: limits.tokens });
      refuseLongNames(document);
      refuseShape(document, limits);
      return document;
    } catch (error) {
      if (error instanceof GraphQLError && /^Syntax Error: Document contains more tha/.test(error.message)) {
        throw errors.badRequest(
          `The document has more than ${limits.tokens.toLocaleString('en')} tokens; ask for less in one request`,
        );
      }
      // The parser recurses for every bracket, and some nest deeper than the stack before they count as fields.
      if (error instanceof RangeError) throw errors.badRequest('The document nests brackets too deeply');
      throw error;
    }
  };
}
