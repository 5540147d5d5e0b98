/** The back office in happy-dom over scripted answers, with a count of the bytes that it reads. */
import { signal } from '@preact/signals';
import { h, render } from 'preact';
import { onTestFinished, vi } from 'vitest';
import english from '../../assets/locales/en/admin.json' with { type: 'json' };
import staff from '../../assets/locales/en/staff.json' with { type: 'json' };
import { ERRNO } from '../../main/lib/result.ts';
import type { BranchView } from '../../main/reports/contract/rest/branches.ts';
import type { CollectionName, SiteFile } from '../../main/site/contract/site.ts';
import { partOf } from '../../main/site/rules/site-part.ts';
import { Frame } from '../../renderer/admin/frame.tsx';
import { type Admin, AdminContext, createAdmin } from '../../renderer/admin/model/admin.ts';
import { COLLECTION_NAMES } from '../../renderer/admin/model/collection-names.ts';
import { createDrafts } from '../../renderer/admin/model/drafts.ts';
import { editorWords } from '../../renderer/admin/model/editor-words.ts';
import { filled, schemaOf } from '../../renderer/admin/model/schema.ts';
import { NoticeStack } from '../../renderer/shared/components/notice.tsx';
import { createTexts } from '../../renderer/shared/i18n.ts';
import { createLanguage } from '../../renderer/shared/language.ts';
import { createNotices } from '../../renderer/shared/notices.ts';
import { createSession } from '../../renderer/shared/session.ts';
import { StaffContext } from '../../renderer/shared/staff.ts';

/** Answers by path below `/restapi/`; a path without one is unknown. */
export type Answers = Readonly<Record<string, (asked: Readonly<Record<string, unknown>>) => object>>;

export interface OpenOffice {
  readonly page: HTMLElement;
  readonly admin: Admin;
  /** Requests, each with the bytes of its answer. */
  readonly read: readonly Read[];
  /** Opens another screen, and resolves once it is drawn. */
  go(hash: string, screen: string): Promise<void>;
}

export interface Read {
  readonly path: string;
  readonly asked: Readonly<Record<string, unknown>>;
  readonly bytes: number;
}

/** Opens the page at an address, and resolves once that screen is drawn. */
export async function openOffice(answers: Answers, hash: string, screen: string): Promise<OpenOffice> {
  const { happyDOM } = window as unknown as { readonly happyDOM: { setURL(url: string): void } };
  happyDOM.setURL(`http://127.0.0.1/admin/${hash}`);
  window.localStorage.clear();
  window.sessionStorage.clear();
  const read: Read[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address, given) => {
    const { pathname, searchParams } = new URL(String(address));
    const path = pathname.replace('/restapi/', '');
    const lists = [...new Set(searchParams.keys())].filter((name) => name.endsWith('[]'));
    const asked = {
      ...Object.fromEntries(searchParams),
      ...Object.fromEntries(lists.map((name) => [name.slice(0, -2), searchParams.getAll(name)])),
      ...JSON.parse(String(given?.body ?? '{}')),
    };
    const answer = answers[path]?.(asked) ?? { success: false, errno: ERRNO.unknown };
    const body = answer instanceof Response ? await answer.clone().text() : JSON.stringify(answer);
    read.push({ path, asked, bytes: new TextEncoder().encode(body).length });
    return answer instanceof Response ? answer : new Response(body);
  });
  const session = createSession(() => 'en', { users: false });
  await vi.waitFor(() => {
    if (!['choosing', 'signed-in'].includes(session.state.value.name)) throw new Error('There is no session yet.');
  });
  // Without the event stream, which tests of the server cover.
  const feeds = { open: () => () => undefined, retry: () => undefined, renew: () => undefined };
  const admin = { ...createAdmin(session, createDrafts()), feeds };
  const language = createLanguage(createTexts({ ...staff, ...english }, new Map()), document.documentElement);
  // A lazy part adds them to the first language only.
  await language.more(editorWords);
  const theme = signal('light' as const);
  const page = document.createElement('div');
  document.body.replaceChildren(page);
  onTestFinished(() => {
    render(null, page);
    admin.router.close();
    vi.restoreAllMocks();
  });
  const frame = [h(AdminContext.Provider, { value: admin }, h(Frame, {})), h(NoticeStack, {})];
  render(h(StaffContext.Provider, { value: { language, theme, session, notices: createNotices() } }, frame), page);
  const shown = (name: string): Promise<void> =>
    vi.waitFor(
      () => {
        const now = page.querySelector<HTMLElement>('[data-screen]')?.dataset.screen;
        if (now !== name) throw new Error(`The page shows ${now ?? 'nothing'}.`);
      },
      { timeout: 20_000 },
    );
  await shown(screen);
  return {
    page,
    admin,
    read,
    async go(to, name) {
      window.location.hash = to;
      await shown(name);
    },
  };
}

/** A server that requires no sign-in. */
const OPEN = {
  success: true,
  authentication: false,
  user: { id: '', username: '', name: '', roles: [], locations: [], desks: [] },
  device: { id: '', name: '', type: 0, location: '' },
  users: [],
};

/** Answers to what each screen reads of the site. @param given site document; its fields may be left out */
export function siteAnswers(given: Readonly<Record<string, unknown>>): Answers {
  const names = COLLECTION_NAMES;
  const site = {
    settings: filled(schemaOf('settings'), given.settings),
    ...Object.fromEntries(names.map((name) => [name, itemsOf(given, name)])),
  } as unknown as SiteFile;
  return {
    'v2/session': ({ users }) => ({ ...OPEN, users: users === 'false' ? [] : site.users }),
    'v2/admin/site': ({ part, location, listed }) => {
      const some = part === 'true' ? partOf(site, { location: String(location), listed: listed === 'true' }) : null;
      return { success: true, site: some?.site ?? site, ...(some === null ? {} : { part: some.part }) };
    },
    ...Object.fromEntries(
      site.services.map((item) => [`v2/admin/services/${item.id}`, () => ({ success: true, item })]),
    ),
    'v2/reports/locations': () => ({
      success: true,
      at: '2026-11-20T12:00:00Z',
      branches: site.locations.map(branchView),
    }),
    'v2/limits/alarms': () => ({ success: true, alarms: [] }),
    'v2/admin/settings/overrides': () => ({ success: true, overrides: [] }),
  };
}

function itemsOf(given: Readonly<Record<string, unknown>>, name: CollectionName): readonly unknown[] {
  const items = given[name];
  return Array.isArray(items) ? items.map((item) => filled(schemaOf(name), item)) : [];
}

/** A branch as the overview of all locations lists it. */
function branchView({ id, name, city, region, timezone }: SiteFile['locations'][number], at: number): BranchView {
  const figures = {
    waiting: at % 40,
    longest_wait: at * 7,
    average_wait: 300,
    serving: 2,
    desks: 4,
    alarms: at % 50 === 7 ? 1 : 0,
  };
  return { id, name, city, region, timezone, state: 'busy', ...figures };
}
