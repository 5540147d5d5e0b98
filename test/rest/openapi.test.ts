/** The description of the interface: whole, sound, and true. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRNO } from '../../main/lib/result.ts';
import { openApiDocument } from '../../main/rest/openapi/document.ts';
import { keyOf, takesKey } from '../../main/rest/operation/idempotency-key.ts';
import { INTERFACE } from '../contract/interface-table.ts';
import { OPERATIONS } from '../helpers/operations.ts';
import { openTown, type Town } from '../helpers/town.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into freely
type Json = any;

let town: Town;
let document: Json;
beforeAll(async () => {
  town = await openTown();
  document = await (await fetch(`${town.address}/restapi/openapi.json`)).json();
});
afterAll(() => town.close());

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Every operation with where it stands. */
function entries(): { path: string; method: string; operation: Json }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Json).map(([method, operation]) => ({ path, method, operation })),
  );
}

function resolve(ref: string): unknown {
  expect(ref).toMatch(/^#\//);
  return ref
    .slice(2)
    .split('/')
    .reduce((at: Json, part) => at?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

function everyObject(value: unknown, visit: (object: Json) => void): void {
  if (typeof value !== 'object' || value === null) return;
  visit(value);
  for (const inner of Object.values(value)) everyObject(inner, visit);
}

describe('the description', () => {
  it('equals the declarations of the operations', () => {
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument(OPERATIONS))));
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: expect.any(String), version: expect.any(String) },
    });
  });

  it('contains every operation, with each of its methods', () => {
    for (const { name, path, method } of OPERATIONS) {
      const item = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')];
      for (const each of [method].flat()) expect(item?.[each.toLowerCase()]?.summary, `${name} ${each}`).toBeTruthy();
    }
  });

  it('contains only existing operations', () => {
    for (const { path, method } of entries()) {
      const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
      expect(town.server.hasRoute({ method: method.toUpperCase() as 'GET', url }), `${method} ${path}`).toBe(true);
    }
  });

  it('contains the webhooks', () => {
    const { post } = document.webhooks.queueEvent;
    expect(post.parameters.map(({ name }: Json) => name)).toContain('take-a-number-signature');
    const { properties } = post.requestBody.content['application/json'].schema;
    expect(Object.keys(properties)).toEqual([
      'id',
      'type',
      'sequence',
      'at',
      'location',
      'ticket',
      'change',
      'alarm',
      'desk',
      'limit',
      'staff_call',
    ]);
    const ticket = resolve(properties.ticket.$ref) as Json;
    expect(Object.keys(ticket.properties)).toContain('label');
  });

  it('names each operation once', () => {
    const ids = entries().flatMap(({ operation }) => operation.operationId ?? []);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refers to nothing that is not there, and leaves no part unused', () => {
    const used = new Set<string>();
    everyObject(document, ({ $ref }) => {
      if ($ref === undefined) return;
      expect(resolve($ref), $ref).toBeTypeOf('object');
      used.add($ref);
    });
    for (const part of ['schemas', 'parameters']) {
      for (const name of Object.keys(document.components[part])) expect(used).toContain(`#/components/${part}/${name}`);
    }
  });

  it('is built as OpenAPI 3.1 says', () => {
    const tags = document.tags.map(({ name }: Json) => name);
    for (const { path, method, operation } of entries()) {
      const at = `${method} ${path}`;
      expect(path, at).toMatch(/^\//);
      expect(METHODS, at).toContain(method);
      expect(tags, at).toEqual(expect.arrayContaining(operation.tags));
      // A WebSocket opens with 101.
      expect(Object.keys(operation.responses)[0], at).toBe(/\/(events|events\/kiosk|live)$/.test(path) ? '101' : '200');
      for (const [status, response] of Object.entries<Json>(operation.responses)) {
        expect(status, at).toMatch(/^[1-5]\d\d$/);
        expect(response.description, at).toBeTruthy();
        for (const content of Object.values<Json>(response.content)) expect(content.schema, at).toBeTypeOf('object');
      }
      const parameters = (operation.parameters ?? []).map((one: Json) => (one.$ref ? resolve(one.$ref) : one));
      const inPath = parameters.filter((one: Json) => one.in === 'path');
      expect(inPath.map(({ name }: Json) => name).sort(), at).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort(),
      );
      expect(
        inPath.every(({ required }: Json) => required === true),
        at,
      ).toBe(true);
      const names = parameters.map(({ in: place, name }: Json) => `${place} ${name}`);
      expect(new Set(names).size, at).toBe(names.length);
      for (const one of parameters) {
        expect(['query', 'path', 'header'], at).toContain(one.in);
        expect(one.schema, `${at} ${one.name}`).toBeTypeOf('object');
        expect(one.description, `${at} ${one.name}`).toBeTruthy();
      }
      const inBody = operation['x-body-types'] && operation.requestBody.content['application/json'].schema.properties;
      for (const [name, schema] of Object.entries<Json>(inBody ?? {})) {
        expect(name === 'filter' ? 'x' : schema.description, `${at} ${name}`).toBeTruthy();
      }
      if (['get', 'delete'].includes(method)) expect(operation.requestBody, at).toBeUndefined();
      for (const requirement of operation.security ?? []) {
        for (const name of Object.keys(requirement)) expect(document.components.securitySchemes).toHaveProperty(name);
      }
    }
  });

  it('holds only schemas with keywords of JSON Schema', () => {
    const known = new Set(
      'type properties required items enum const default description minLength maxLength minimum maximum maxItems minItems anyOf pattern additionalProperties format title $ref xml writeOnly examples x-codes x-part'.split(
        ' ',
      ),
    );
    const check = (schema: Json): void => {
      if (typeof schema !== 'object') return;
      for (const keyword of Object.keys(schema)) expect(known).toContain(keyword);
      for (const inner of Object.values(schema.properties ?? {})) check(inner);
      for (const inner of schema.anyOf ?? []) check(inner);
      for (const inner of [schema.items, schema.additionalProperties]) if (inner !== undefined) check(inner);
    };
    for (const schema of Object.values(document.components.schemas)) {
      const { $schema: _schema, ...rest } = schema as Json;
      check(rest);
    }
    for (const { operation } of entries()) {
      for (const { schema } of operation.parameters ?? []) if (schema) check(schema);
      for (const { schema } of Object.values<Json>(operation.requestBody?.content ?? {})) check(schema);
    }
  });

  it('contains encodings, formats, roles, errors and the idempotency key', () => {
    const { post } = document.paths['/restapi/v2/queuemanagement/transfercall'];
    expect(post['x-body-types']).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
    expect(post.requestBody.content['application/json'].schema).toMatchObject({
      required: ['answer_id', 'dst_type', 'dst_id', 'desk_id'],
      properties: { dst_type: { enum: ['service', 'desk', 'user'] } },
    });
    expect(Object.keys(post.responses[200].content)).toEqual(['application/json', 'application/xml']);
    expect(post.security).toEqual([{ key: [] }]);
    expect(post['x-roles']).toEqual(['acl_qmpad_access', 'qm_qmpad_transfer_tickets']);
    expect(post['x-errno']).toEqual(expect.arrayContaining([5, 6, 104, 113, 116, 120]));
    const names = post.parameters.map((one: Json) => one.name ?? one.$ref.split('/').at(-1));
    expect(names).toEqual(expect.arrayContaining(['answer_id', 'note', 'Format', 'IdempotencyKey']));
    expect(document.paths['/restapi/v2/queuemanagement/login'].post.security).toEqual([]);
    const filters = document.paths['/restapi/locations'].get.parameters.map(({ name }: Json) => name);
    expect(filters).toEqual(expect.arrayContaining(['filter[code]', 'filter[city][]', 'filter[text]']));
  });

  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))(
    'names the idempotency key for %s exactly where the server takes it',
    (_name, operation) => {
      const taken = keyOf(operation, { headers: { 'idempotency-key': 'once' } });
      const item = document.paths[operation.path.replaceAll(/:(\w+)/g, '{$1}')];
      for (const method of [operation.method].flat()) {
        const { parameters = [] } = item[method.toLowerCase()];
        const names = parameters.map((one: Json) => one.$ref?.split('/').at(-1));
        expect({ method, key: names.includes('IdempotencyKey') }).toEqual({
          method,
          key: taken.ok && taken.value !== '',
        });
      }
    },
  );

  it('repeats each operation that uses the key', () => {
    const paths = OPERATIONS.filter(takesKey).map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/restapi/v2/queuemanagement/createticket',
        '/restapi/v2/kiosks/:device_id/staff-call',
        '/restapi/v2/tickets/leave',
        '/restapi/v2/tickets/withdraw',
      ]),
    );
  });

  it('says of every field of a ticket what it is', () => {
    const { Ticket, CreatedTicket, WaitingCount } = document.components.schemas;
    for (const [name, field] of Object.entries<Json>(CreatedTicket.properties)) {
      if (field.$ref === undefined && field.type === 'string') expect(field.description, name).toBeTruthy();
    }
    expect(Ticket.properties.state.description).toContain('waiting');
    expect(CreatedTicket.properties.avg_waiting_time.description).toContain('hh:mm:ss');
    expect(WaitingCount.properties.avg_waiting_time.description).toContain('seconds');
  });

  it('describes answers that the server gives', async () => {
    const { required, properties } = document.components.schemas.Location;
    const { locations } = await (await fetch(`${town.address}/restapi/locations`)).json();
    expect(Object.keys(locations[0]).sort()).toEqual([...required].sort());
    expect(Object.keys(properties).sort()).toEqual([...required].sort());
  });
});

describe('the profile of the interface', () => {
  let profile: Json;
  let text: string;
  beforeAll(async () => {
    text = await (await fetch(`${town.address}/restapi/openapi.json?profile=interface`)).text();
    profile = JSON.parse(text);
  });
  const inProfile = () =>
    Object.entries<Json>(profile.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, operation]) => ({ path, method, operation })),
    );
  const blank = (path: string): string => path.replaceAll(/\{\w+\}/g, '<>');

  it('has the operations of the interface, each once, and nothing else', () => {
    const given = INTERFACE.filter(({ method }) => !['PUT', 'PATCH'].includes(method));
    const method = (name: string): string => (name === 'UPDATE' ? 'put' : name.toLowerCase());
    const expected = given.map((row) => `${method(row.method)} ${blank(row.path)}`);
    const found = inProfile().map((one) => `${one.method} ${blank(one.path)}`);
    expect(found.toSorted()).toEqual([...new Set(expected)].toSorted());
    expect(new Set(found.map((each) => each.replace('waitingticketscount/<>', 'waitingticketscount'))).size).toBe(30);
    expect(profile.webhooks).toBeUndefined();
  });

  it('is small enough to read, and whole', () => {
    expect(text.length).toBeLessThan(120_000);
    const used = new Set<string>();
    everyObject(profile, ({ $ref }) => $ref !== undefined && used.add($ref));
    const there = ['schemas', 'parameters'].flatMap((kind) =>
      Object.keys(profile.components[kind]).map((name) => `#/components/${kind}/${name}`),
    );
    expect(there.toSorted()).toEqual([...used].toSorted());
  });

  it('has each parameter of a body in the body alone, and JSON both ways', () => {
    for (const { operation } of inProfile()) {
      const { parameters, requestBody, responses } = operation;
      const inQuery = parameters.filter((one: Json) => one.in === 'query');
      if (requestBody !== undefined) {
        expect(Object.keys(requestBody.content)).toEqual(['application/json']);
        expect(inQuery, operation.operationId).toEqual([]);
      }
      for (const { content } of Object.values<Json>(responses))
        expect(Object.keys(content)).toEqual(['application/json']);
    }
  });

  it('is a separate document with its own name, and the only other one', async () => {
    const ask = (query: string) => fetch(`${town.address}/restapi/openapi.json${query}`);
    const [whole, plain, part] = await Promise.all(['?profile=whole', '', '?profile=interface'].map(ask));
    expect(whole?.headers.get('etag')).toBe(plain?.headers.get('etag'));
    expect(part?.headers.get('etag')).not.toBe(plain?.headers.get('etag'));
    const other = await ask('?profile=other');
    expect([other.status, await other.json()]).toMatchObject([400, { errno: 5, parameter: 'profile' }]);
  });
});

it('every operation says whether the interface has it', () => {
  const given = new Set(INTERFACE.map(({ path }) => path.replaceAll(/\{\w+\}/g, '<>')));
  for (const { path, operation } of entries()) {
    if (operation['x-part'] === undefined) continue; // Addresses for browsers and watchers.
    const part = given.has(path.replaceAll(/\{\w+\}/g, '<>')) ? 'interface' : 'ours';
    expect([path, operation['x-part']]).toEqual([path, part]);
  }
  expect(document.components.schemas.Failure.properties.errno.enum).toEqual(Object.values(ERRNO));
});

/** A maker of clients that finds several media types of a body, as orval does, sends none: the server could not read it. */
it('no body is described in more than one media type, and that is JSON', () => {
  for (const { path, operation } of entries()) {
    const types = Object.keys(operation.requestBody?.content ?? { 'application/json': {} });
    expect([path, types]).toEqual([path, ['application/json']]);
  }
});

it('the JSON Schema of the site file is served', async () => {
  const response = await fetch(`${town.address}/restapi/site.schema.json`);
  expect(response.headers.get('content-type')).toBe('application/schema+json; charset=utf-8');
  expect(await response.json()).toMatchObject({ properties: { locations: { type: 'array' } } });
});
