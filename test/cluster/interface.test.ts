/**
 * Every operation of the interface once, at three servers behind one address, of which one is killed in the middle: the short version of
 * `npm run test:slow -- --project several`, which goes through all ways, formats and refusals, and through whatever reaches the store.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { INTERFACE } from '../contract/interface-table.ts';
import { answerShape, compose, send } from '../contract/send.ts';
import { shapeFaults } from '../contract/shapes.ts';
import { SITUATIONS, TEXT_TYPE } from '../contract/situations.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let town: Town;
beforeAll(async () => {
  const site = townSite();
  const settings = { ...(site.settings as object), trusted_networks: ['127.0.0.1', '::1'] };
  town = await openTown({ several: true, site: { ...site, settings, question_answer_types: [TEXT_TYPE] } });
});
afterAll(() => town.close());

it.each(INTERFACE.map((row) => [row.operation, row] as const))('%s', async (operation, row) => {
  const given = await SITUATIONS[row.situation]?.(town);
  if (given === undefined) throw new Error(`Nobody knows how ${row.situation} comes about`);
  const way = row.method === 'GET' || row.method === 'DELETE' ? 'query' : 'json';
  const headers = { 'idempotency-key': `once ${operation}` };
  const received = await send(town.address, compose(row, way, given, undefined), headers);
  expect(received.status, received.text).toBe(200);
  const answer = JSON.parse(received.text);
  expect(shapeFaults(answer, answerShape(row))).toEqual([]);
  expect(answer).toHaveProperty('success', true);
});
