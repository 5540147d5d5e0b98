/** Entry of the back office. */
import '../shared/styles/fonts.css';
import './page.css';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import english from '../../assets/locales/en/admin.json';
import sharedEnglish from '../../assets/locales/en/staff.json';
import { applyDensity } from '../shared/density.ts';
import { type TextFile, textLoaders } from '../shared/i18n.ts';
import { useStaff } from '../shared/staff.ts';
import { startStaffPage } from '../shared/staff-page.tsx';
import { tabMemory } from '../shared/storage.ts';
import { Frame } from './frame.tsx';
import { AdminContext, createAdmin } from './model/admin.ts';
import { createDrafts } from './model/drafts.ts';
import { watchTips } from './parts/tips.ts';

const files = import.meta.glob<TextFile>(
  ['../../assets/locales/*/{admin,staff}.json', '!../../assets/locales/en/*.json'],
  { import: 'default' },
);

/** Unsaved changes survive an expired or a first sign-in, but not a change of the user. */
const drafts = createDrafts();

let draftsOf: string | null = null;

/** The back office: configuration, operation and reports. */
function AdminPage(): JSX.Element {
  const { session } = useStaff();
  const admin = useMemo(() => {
    const user = session.user.value?.id ?? '';
    if (draftsOf !== '' && draftsOf !== user) drafts.clear();
    draftsOf = user;
    return createAdmin(session, drafts);
  }, [session]);
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent): void => {
      if (drafts.count.value > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', stay);
    return () => {
      window.removeEventListener('beforeunload', stay);
      admin.router.close();
    };
  }, [admin]);
  useEffect(watchTips, []);
  return (
    <AdminContext.Provider value={admin}>
      <Frame />
    </AdminContext.Provider>
  );
}

applyDensity(document.documentElement);
startStaffPage({
  english: { ...sharedEnglish, ...english },
  loaders: textLoaders(files),
  titleKey: 'title',
  Page: AdminPage,
  // Of hundreds of users, only the one that was chosen in this tab matters.
  asked: { users: tabMemory.read('user') !== null },
});
