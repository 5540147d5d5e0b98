/**
 * Example request and response of each operation, recorded from the demo site.
 *
 * `npm run examples` records them; `assets/docs/examples.json` stores them by operation id.
 */
import { readFileSync } from 'node:fs';
import { assetUrl } from '../../lib/assets.ts';
import type { JsonSchema } from '../../site/rules/site-json-schema.ts';
import { isObject } from './schemas.ts';

interface Example {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly answer: unknown;
}

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export function withExamples(paths: Paths): Paths {
  const examples = JSON.parse(readFileSync(assetUrl('docs/examples.json'), 'utf8')) as Readonly<
    Record<string, Example>
  >;
  return mapped(paths, (item) =>
    mapped(item, (operation) => {
      if (!isObject(operation)) return operation;
      const example = examples[String(operation.operationId)];
      return example === undefined ? operation : withExample(operation, example);
    }),
  );
}

function withExample(operation: JsonSchema, { path = {}, query = {}, body, answer }: Example): JsonSchema {
  const { parameters, requestBody, responses } = operation;
  const sent: Readonly<Record<string, Readonly<Record<string, unknown>>>> = { path, query };
  return {
    ...operation,
    ...(Array.isArray(parameters)
      ? {
          parameters: parameters.map((one: JsonSchema) => {
            const value = sent[String(one.in)]?.[String(one.name)];
            return value === undefined ? one : { ...one, example: value };
          }),
        }
      : {}),
    ...(isObject(requestBody) && body !== undefined ? { requestBody: inJson(requestBody, body) } : {}),
    ...(isObject(responses) && isObject(responses[200])
      ? { responses: { ...responses, 200: inJson(responses[200], answer) } }
      : {}),
  };
}

/** Adds the example to JSON content; responses in other formats have none. */
function inJson(holder: JsonSchema, example: unknown): JsonSchema {
  const { content } = holder;
  if (!isObject(content) || !isObject(content['application/json'])) return holder;
  return { ...holder, content: { ...content, 'application/json': { ...content['application/json'], example } } };
}

function mapped<From, To>(of: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)]));
}
