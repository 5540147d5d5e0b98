/** With authentication on: every operation wants a key, and exactly the roles that the interface lists for it. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Auth } from '../../main/access/service/auth.ts';
import { type Clock, silentLog } from '../../main/lib/context.ts';
import { createServer } from '../../main/server/server.ts';
import { serverParts } from '../helpers/server-parts.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { INTERFACE, type Row } from './interface-table.ts';
import { answerShape, compose, type Format, type Received, read, readFailure, send } from './send.ts';
import { shapeFaults } from './shapes.ts';
import { SITUATIONS, TEXT_TYPE } from './situations.ts';

const DAY_MS = 86_400_000;
const GUARDED = INTERFACE.filter(({ operation }) => operation !== 'login');

/** One user for every set of roles that a test needs. */
const userOf = (roles: readonly string[]): string => `user-${[...roles].sort().join('-')}`;
const roleSets = [[], ...INTERFACE.flatMap(({ roles }) => [roles, ...roles.map((one) => without(roles, one))])];

function without(roles: readonly string[], role: string): readonly string[] {
  return roles.filter((one) => one !== role);
}

/** Two servers of one town: one that asks for keys, and one that does not, to set the scene. */
let town: Town;
let server: FastifyInstance;
let auth: Auth;
let address: string;
beforeAll(async () => {
  const site = townSite();
  const users = new Map(
    roleSets.map((roles) => [userOf(roles), { id: userOf(roles), username: userOf(roles), roles }]),
  );
  town = await openTown({
    site: { ...site, users: [...(site.users as object[]), ...users.values()], question_answer_types: [TEXT_TYPE] },
    authentication: 'off',
  });
  const deps = { store: town.store, site: town.site, clock: town.clock as Clock, log: silentLog };
  const parts = serverParts(deps, { wanted: 'on' });
  auth = parts.auth;
  server = await createServer({ ...deps, ...parts });
  await server.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await server.close();
  await town.close();
});

function keyFor(roles: readonly string[], at = town.clock.now()): string {
  return auth.keyFor(town.site.current().user(userOf(roles))!, at);
}

async function ask(row: Row, roles: readonly string[], key: string | null, format?: Format): Promise<Received> {
  const given = { ...(await SITUATIONS[row.situation]!(town)) };
  // Whoever has a key acts in its own name.
  if ('user_id' in given) Object.assign(given, { user_id: userOf(roles) });
  const way = row.method === 'GET' || row.method === 'DELETE' ? 'query' : 'json';
  const sent = compose(row, way, given, format);
  return send(address, sent, key === null ? {} : { authorization: `Bearer ${key}` });
}

const cases = GUARDED.map((row) => [row.operation, row] as const);

describe('a key', () => {
  it.each(cases)('is needed for %s', async (_name, row) => {
    for (const format of row.jsonOnly ? (['json'] as const) : (['json', 'xml'] as const)) {
      const received = await ask(row, [], null, format);
      expect([readFailure(received, format).errno, received.status]).toEqual([101, 401]);
    }
  });

  it.each(cases)('must be good for %s', async (_name, row) => {
    const old = keyFor(row.roles, town.clock.now() - 8 * DAY_MS);
    for (const [key, errno] of [
      ['nonsense', 102],
      [`${keyFor(row.roles).slice(0, -4)}AAAA`, 102],
      [old, 103],
    ] as const) {
      const received = await ask(row, row.roles, key);
      expect([readFailure(received, 'json').errno, received.status]).toEqual([errno, 401]);
    }
  });
});

describe('roles', () => {
  it.each(cases)('of %s are enough', async (_name, row) => {
    const received = await ask(row, row.roles, keyFor(row.roles));
    expect(received.status, received.text).toBe(200);
    expect(shapeFaults(read(received, 'json', answerShape(row)), answerShape(row))).toEqual([]);
  });

  it.each(GUARDED.flatMap((row) => row.roles.map((role) => [row.operation, role, row] as const)))(
    'of %s: not without %s',
    async (_name, role, row) => {
      const roles = without(row.roles, role);
      const received = await ask(row, roles, keyFor(roles));
      expect([readFailure(received, 'json').errno, received.status]).toEqual([104, 403]);
    },
  );
});
