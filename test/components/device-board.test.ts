/** Devices screen of the back office as a component: the notice of a newer version. */
import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { expect, it, onTestFinished, vi } from 'vitest';
import germanEditor from '../../assets/locales/de/editor.json' with { type: 'json' };
import editor from '../../assets/locales/en/editor.json' with { type: 'json' };
import { type Admin, AdminContext } from '../../renderer/admin/model/admin.ts';
import { createDrafts } from '../../renderer/admin/model/drafts.ts';
import { rightsOf } from '../../renderer/admin/model/rights.ts';
import { DeviceBoard } from '../../renderer/admin/screens/device-board.tsx';
import { createTexts } from '../../renderer/shared/i18n.ts';
import { type Staff, StaffContext } from '../../renderer/shared/staff.ts';

const SITE = { locations: [], devices: [] };
const UPDATE = { version: '1.1.0', notes: 'https://example.org/releases/1.1.0' };

interface Setting {
  readonly update?: typeof UPDATE;
  readonly isReachable?: boolean;
  readonly whom?: Parameters<typeof rightsOf>[0];
  readonly lang?: string;
}

/** Text of the screen, its links by their names, and the paths that it has read. */
async function openDevices({ update, isReachable = true, whom = 'free', lang = 'en' }: Setting) {
  const texts = createTexts(editor, new Map([['de', () => Promise.resolve(germanEditor)]]));
  await texts.load(lang);
  const asked: string[] = [];
  const answer = { ok: true, value: { success: true, overrides: [], ...(update === undefined ? {} : { update }) } };
  const rest = {
    call(endpoint: { readonly path: string }) {
      asked.push(endpoint.path);
      return Promise.resolve(isReachable ? answer : { ok: false, error: { kind: 'away' } });
    },
  };
  const context = {
    language: { id: signal(lang), t: signal(texts.ready(lang)) },
    session: { rest, user: signal(null) },
  } as unknown as Staff;
  const shared = {
    router: { place: signal({ path: ['devices'], query: {} }) },
    site: { file: signal(SITE), part: signal('') },
    drafts: createDrafts(),
    rights: rightsOf(whom),
  } as unknown as Admin;
  const page = document.createElement('main');
  document.body.replaceChildren(page);
  onTestFinished(() => render(null, page));
  const screen = h(AdminContext.Provider, { value: shared }, h(DeviceBoard, {}));
  render(h(StaffContext.Provider, { value: context }, screen), page);
  await vi.waitFor(() => expect(page.querySelector('h1')).not.toBeNull());
  // Effects run after the next frame, and the answer comes after them.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const link = [...page.querySelectorAll('a')].find(({ href }) => href.startsWith('https:')) ?? null;
  return { text: page.textContent, link, asked };
}

it('names the newer version that the server reports, with a link to its notes', async () => {
  const { text, link } = await openDevices({ update: UPDATE });
  expect(text).toContain('Version 1.1.0 is available.');
  expect([link?.textContent, link?.getAttribute('href')]).toEqual(['Release notes', UPDATE.notes]);
});

it('opens the notes in a tab that learns nothing of this page', async () => {
  const { link } = await openDevices({ update: UPDATE });
  expect([link?.target, link?.rel]).toEqual(['_blank', 'noreferrer']);
});

it('takes its words from the language of the page', async () => {
  const { text, link } = await openDevices({ update: UPDATE, lang: 'de' });
  expect(text).toContain(germanEditor.board.update.replace('{{version}}', '1.1.0'));
  expect(link?.textContent).toBe(germanEditor.board.updateNotes);
});

it('has no link if the feed names no notes', async () => {
  const { text, link } = await openDevices({ update: { ...UPDATE, notes: '' } });
  expect([text.includes('Version 1.1.0 is available.'), link]).toEqual([true, null]);
});

it.each([
  ['the server reports none', {}],
  ['the server cannot be reached', { update: UPDATE, isReachable: false }],
])('says nothing of a version if %s', async (_, setting) => {
  const { text, link, asked } = await openDevices(setting);
  expect([text.includes('is available'), link, asked.length]).toEqual([false, null, 1]);
});

it('asks for no version on behalf of an administrator of one location', async () => {
  const whom = { roles: ['admin_branch'], locations: ['town-hall'] };
  const { text, asked } = await openDevices({ update: UPDATE, whom });
  expect([text.includes('is available'), asked]).toEqual([false, []]);
});
