/** How pages call the operations of the server. */
import Type from 'typebox';
import { expect, expectTypeOf, it } from 'vitest';
import { endpoint } from '../../main/rest/contract/endpoint.ts';
import { omittable } from '../../main/rest/contract/parameters.ts';
import type { RestResult } from '../../renderer/shared/api-client.ts';
import { restServer } from '../helpers/rest-server.ts';

const _Parameters = Type.Object({
  desk_id: Type.String(),
  users: omittable(Type.Array(Type.String(), { default: [] })),
  limit: omittable(Type.Integer({ default: 50 })),
});
const _Answer = Type.Object({ success: Type.Boolean(), waiting: Type.Integer() });

const _Filtered = Type.Object({ filter: Type.Object({ users: _Parameters.properties.users }) });
const _Found = Type.Object({ filter: _Parameters });

const READ = endpoint<typeof _Parameters, typeof _Answer>('GET v2/desks/:desk_id/tickets');
const CHANGE = endpoint<typeof _Parameters, typeof _Answer>('POST v2/desks/:desk_id/tickets');
const WRITE = endpoint<typeof _Parameters, typeof _Answer, object>('PUT v2/desks/:desk_id');
const LIST = endpoint<typeof _Filtered, typeof _Answer>('GET v2/desks');
const FIND = endpoint<typeof _Found, typeof _Answer>('GET v2/desk');
const REMOVE = endpoint<typeof _Parameters, typeof _Answer>('DELETE v2/desks/:desk_id');

it('fills the path and asks for the others in the query', async () => {
  const { rest, asked, bodies } = restServer();
  await rest.call(READ, { desk_id: 'a/b c', users: ['x', 'y'], limit: 5 });
  await rest.call(REMOVE, { desk_id: 'd' });
  expect(asked).toEqual(['GET v2/desks/a%2Fb%20c/tickets?users%5B%5D=x&users%5B%5D=y&limit=5', 'DELETE v2/desks/d']);
  expect(bodies).toEqual([undefined, undefined]);
});

it('sends the others in the body of a POST', async () => {
  const { rest, asked, bodies } = restServer();
  await rest.call(CHANGE, { desk_id: 'd', users: [] });
  expect([asked, bodies]).toEqual([['POST v2/desks/d/tickets'], [{ users: [] }]]);
});

it('sends a document as the body, and the others in the query', async () => {
  const { rest, asked, bodies } = restServer();
  await rest.call(WRITE, { desk_id: 'd', limit: 1 }, { document: { name: 'Desk' } });
  expect([asked, bodies]).toEqual([['PUT v2/desks/d?limit=1'], [{ name: 'Desk' }]]);
});

it('gives a refusal, and a server out of reach, as values', async () => {
  const server = restServer();
  server.answer = { success: false, errno: 6, error: 'Not found', parameter: 'desk_id' };
  expect(await server.rest.call(READ, { desk_id: 'd' })).toEqual({
    ok: false,
    error: { kind: 'refused', errno: 6, error: 'Not found', parameter: 'desk_id', faults: [] },
  });
  server.answer = null;
  expect(await server.rest.call(READ, { desk_id: 'd' })).toEqual({ ok: false, error: { kind: 'away' } });
});

it('takes parameters and answer from the schemas of the operation', () => {
  const { rest } = restServer();
  type Asked = Parameters<typeof rest.call<typeof _Parameters, typeof _Answer, undefined>>;
  expectTypeOf<Asked[1]>().toExtend<{ readonly desk_id: string; readonly limit?: number }>();
  expectTypeOf(rest.call(READ, { desk_id: 'd' })).resolves.toEqualTypeOf<
    RestResult<{ success: boolean; waiting: number }>
  >();
  void rest.call(LIST, {});
  // @ts-expect-error a group with a parameter without a default is missing
  void rest.call(FIND, {});
  // @ts-expect-error a parameter without a default is missing
  void rest.call(READ, { limit: 5 });
  // @ts-expect-error a parameter that the operation does not take
  void rest.call(READ, { desk_id: 'd', desk: 'd' });
  // @ts-expect-error an operation that takes a document is called with one
  void rest.call(WRITE, { desk_id: 'd' });
});
