/**
 * The examples of the description: recorded from the demo site, valid, and like those of a fresh run, in which the line under
 * “Try it” of each operation is run as the page shows it.
 *
 * With RECORD_EXAMPLES=yes (`npm run examples`) the fresh run is written to assets/docs/examples.json.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../main/rest/openapi/document.ts';
import { OPERATIONS } from '../helpers/operations.ts';
import { playExamples, type Send, type Sent } from './example-day.ts';
import { exampleWriter, type KeptExample } from './example-record.ts';
import { type ExampleWorld, openExampleWorld } from './example-world.ts';

const run = promisify(execFile);
const ROOT = new URL('../..', import.meta.url);
const FILE = new URL('assets/docs/examples.json', ROOT);
/** All operations one by one, each in a separate process. */
const DEADLINE_MS = 600_000;
const records = process.env.RECORD_EXAMPLES === 'yes';

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Json = any;

const kept: Readonly<Record<string, KeptExample>> = JSON.parse(await readFile(FILE, 'utf8'));
const api: Json = JSON.parse(JSON.stringify(openApiDocument(OPERATIONS)));
const profile: Json = JSON.parse(JSON.stringify(openApiDocument(OPERATIONS, 'interface')));
const { curlLine }: Json = await import(new URL('assets/docs/curl-line.js', ROOT).href);

interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: Json;
}
/** Every operation but the WebSockets, by id. */
function operationsOf(document: Json): ReadonlyMap<string, Described> {
  return new Map(
    Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item)
        .filter(([, operation]) => operation['x-part'] !== undefined)
        .map(
          ([method, operation]) => [operation.operationId, { method: method.toUpperCase(), path, operation }] as const,
        ),
    ),
  );
}
const described = operationsOf(api);

function resolve(value: Json): Json {
  if (typeof value?.$ref !== 'string') return value ?? {};
  return (value.$ref as string)
    .slice(2)
    .split('/')
    .reduce((at, part) => at[part], api);
}

/** The operation with the values of this run instead of the recorded ones. */
function withLiveValues(operation: Json, { path = {}, query = {}, body }: Sent): Json {
  const live: Json = { path, query };
  const copy = structuredClone(operation);
  copy.parameters = copy.parameters.map((one: Json) => {
    const at = resolve(one);
    const value = live[at.in]?.[at.name];
    const { example: _recorded, ...rest } = at;
    return value === undefined ? rest : { ...rest, example: value };
  });
  if (body !== undefined) copy.requestBody.content['application/json'].example = body;
  return copy;
}

const idOf = ({ operation, method }: Sent): string =>
  method === [operation.method].flat()[0] ? operation.name : `${operation.name}_${method.toLowerCase()}`;

const fresh: Record<string, KeptExample> = {};
const lines: Record<string, string> = {};
let world: ExampleWorld;

/** The first time by the command of the page, then by fetch. */
function sender(): Send {
  const writer = exampleWriter();
  return async (sent) => {
    const id = idOf(sent);
    const isFirst = !(id in fresh);
    const { operation, method, key, path, query, body } = sent;
    const request = writer.request({
      ...(path === undefined ? {} : { path }),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
    });
    const own = described.get(id);
    if (own === undefined) throw new Error(`${id} is not described`);
    const live = withLiveValues(own.operation, sent);
    const line: string = curlLine(method, own.path, live, { resolve, origin: world.town.address });
    const answer = await (isFirst ? byCurl(line, key, operation.name) : byFetch(sent));
    if (isFirst && answer.success === true) {
      lines[id] = line;
      fresh[id] = { ...request, answer: writer.answer(answer) };
    }
    return answer;
  };
}

async function byCurl(line: string, key: string, name: string): Promise<Json> {
  const more = name === 'withdraw_ticket' ? ` -H 'Idempotency-Key: lost'` : '';
  const script = `curl() { command curl -sS "$@"${more}; }\n${line}`;
  const env = { ...process.env, KEY: key === '' ? 'none' : key };
  const { stdout } = await run('bash', ['-eu', '-c', script], { timeout: 60_000, maxBuffer: 64 * 2 ** 20, env });
  return JSON.parse(stdout);
}

async function byFetch({ operation, method, key, path = {}, query = {}, body }: Sent): Promise<Json> {
  const address = operation.path.replaceAll(/:(\w+)/g, (_all, name) => encodeURIComponent(String(path[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  const response = await fetch(`${world.town.address}${address}?${new URLSearchParams(pairs)}`, {
    method,
    headers: {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

beforeAll(async () => {
  world = await openExampleWorld();
  await playExamples(world, sender());
}, DEADLINE_MS);
afterAll(() => world.close());

/** Names and types of a value; a list has the type of its first entry. */
function shapeOf(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

it.runIf(records)('the examples are recorded', async () => {
  await writeFile(FILE, `${JSON.stringify(fresh, null, 1)}\n`);
});

describe.skipIf(records)('the examples', () => {
  it('exist for every operation', () => {
    expect(Object.keys(kept).toSorted()).toEqual([...described.keys()].toSorted());
  });

  it.each(Object.keys(kept))('%s: has the recorded request and response format', (id) => {
    const { answer, ...request } = kept[id]!;
    const { answer: now, ...sent } = fresh[id]!;
    expect(sent).toEqual(request);
    expect(shapeOf(now)).toEqual(shapeOf(answer));
  });

  it.each([
    ['whole', api],
    ['interface', profile],
  ])('are in the %s description, and valid by its schemas', (_name, document) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema({ $id: 'api', components: document.components });
    const faults = [...operationsOf(document)].flatMap(([id, { operation }]) => {
      const check = (what: string, { schema, example }: Json = {}): string[] => {
        if (schema === undefined) return [];
        if (example === undefined) return [`${id}: ${what} has no example`];
        const own = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components'));
        return ajv.validate(own, example) ? [] : [`${id}: ${what}: ${ajv.errorsText()}`];
      };
      const parameters = operation.parameters.filter((one: Json) => one.in === 'path' || one.required);
      const body = operation.requestBody?.content['application/json'];
      return [
        ...parameters.flatMap((one: Json) => check(one.name, one)),
        ...(body === undefined || kept[id]?.body === undefined ? [] : check('request', body)),
        ...check('answer', operation.responses['200'].content['application/json']),
      ];
    });
    expect(faults).toEqual([]);
  });

  it('contain no valid key', () => {
    const text = JSON.stringify(kept);
    expect(text).not.toMatch(/eyJ[\w-]{10}/);
    expect(text).not.toMatch(/"(?:key|secret|authtoken)":"(?!example-secret-)[^"…]{20}/);
  });

  it('complete the commands of the page', () => {
    for (const [id, line] of Object.entries(lines)) expect(line, id).not.toMatch(/undefined|@document/);
    expect(lines.callnextticket).toContain(`-d '{"desk_id":"desk-1","user_id":"counter1"}'`);
  });
});
