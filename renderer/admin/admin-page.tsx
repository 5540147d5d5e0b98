import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { useStaff } from '../shared/staff.ts';
import { Frame } from './frame.tsx';
import { AdminContext, createAdmin } from './model/admin.ts';
import { createDrafts } from './model/drafts.ts';
import { watchTips } from './parts/tips.ts';

/** What was typed outlives the sign-in that runs out in between; not the person who typed it. */
const drafts = createDrafts();
let draftsOf: string | null = null;

/** The back office: setting up the house, looking at how it goes. */
export function AdminPage(): JSX.Element {
  const { session } = useStaff();
  const admin = useMemo(() => {
    const user = session.user.value?.id ?? '';
    if (draftsOf !== user) drafts.clear();
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
