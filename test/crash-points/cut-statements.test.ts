/** Connections that are cut at the commits of a server that goes on lose and double nothing. At every message: the slow test. */
import { expect, it, onTestFinished } from 'vitest';
import { newDatabase } from '../helpers/postgres-database.ts';
import { openCutServer } from './cut-statements.ts';

const COMMITS = 3;

it('a server whose connections are cut at a commit answers, and its database has what clients were told', async () => {
  const server = await openCutServer((await newDatabase('new')).url);
  onTestFinished(() => server.close());
  const kind = 'Query COMMIT';
  for (let at = 1; at <= COMMITS; at += 1)
    for (const how of ['before', 'half', 'behind'] as const)
      expect(await server.play({ at, kind, how })).toMatchObject({ faults: [], met: kind });
  expect(await server.check()).toBe('');
});
