/** Storing a thing or the settings from the back office. */
import { expect, it } from 'vitest';
import type { EditedItem } from '../../../renderer/admin/model/edited-item.ts';
import type { Item } from '../../../renderer/admin/model/item.ts';
import { filled, schemaOf } from '../../../renderer/admin/model/schema.ts';
import { storeItem } from '../../../renderer/admin/model/store-item.ts';
import { type RestServer, restServer } from '../../helpers/rest-server.ts';

const DESK = { id: 'desk 1', name: 'Desk 1' };

function edited(change: Partial<EditedItem>): EditedItem {
  const unchanged = { isNew: false, isGone: false, found: DESK, draft: undefined, meeting: null } as const;
  return { part: 'desks', id: 'desk 1', key: 'desks/desk 1', base: DESK, item: DESK, ...unchanged, ...change };
}

function answering(answer: object): RestServer {
  const server = restServer();
  server.answer = answer;
  return server;
}

it('makes a new thing without an id, and takes the id that the server gives', async () => {
  const { rest, asked, bodies } = answering({ success: true, id: 'a' });
  const made = await storeItem(rest, edited({ isNew: true, id: 'new', base: null, item: { id: '', name: 'Desk 2' } }));
  expect([made, asked, bodies]).toEqual([{ kind: 'stored', id: 'a' }, ['POST v2/admin/desks'], [{ name: 'Desk 2' }]]);
});

it('makes a removed thing again', async () => {
  const { rest, asked, bodies } = answering({ success: true, id: 'desk 1' });
  await storeItem(rest, edited({ isGone: true, found: undefined }), { anyway: true });
  expect([asked, bodies]).toEqual([['POST v2/admin/desks'], [{ ...DESK, anyway: true }]]);
});

it('replaces an unchanged thing by the revision that was read', async () => {
  const { rest, asked, bodies } = answering({ success: true, item: DESK, revision: 'r1', id: 'desk 1' });
  const item = { ...DESK, name: 'Window' };
  expect(await storeItem(rest, edited({ item }))).toEqual({ kind: 'stored', id: 'desk 1' });
  expect(asked).toEqual(['GET v2/admin/desks/desk%201', 'PUT v2/admin/desks/desk%201?revision=r1']);
  expect(bodies).toEqual([undefined, item]);
});

it('writes nothing when the thing has changed', async () => {
  const { rest, asked } = answering({ success: true, item: { ...DESK, name: 'Other' }, revision: 'r2' });
  expect(await storeItem(rest, edited({}))).toEqual({ kind: 'late' });
  expect(asked).toEqual(['GET v2/admin/desks/desk%201']);
});

it('is late when the server refuses the revision', async () => {
  const { rest } = answering({ success: false, errno: 7, error: 'Changed meanwhile', parameter: 'revision' });
  expect(await storeItem(rest, edited({ isNew: true }))).toEqual({ kind: 'late' });
});

it('compares settings with their defaults, and writes them by their revision', async () => {
  const { rest, asked } = answering({ success: true, settings: { default_lang: 'en' }, revision: 'r3' });
  const settings = edited({
    part: 'settings',
    id: '',
    key: 'settings',
    base: filled(schemaOf('settings'), { default_lang: 'en' }) as Item,
    item: {},
  });
  expect(await storeItem(rest, settings)).toEqual({ kind: 'stored', id: '' });
  expect(asked).toEqual(['GET v2/admin/settings', 'PUT v2/admin/settings?revision=r3']);
});
