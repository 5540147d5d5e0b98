/** Shared state of the back office. */
import { type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Session, SessionState } from '../../shared/session.ts';
import { useStaff } from '../../shared/staff.ts';
import { browserMemory } from '../../shared/storage.ts';
import type { Drafts } from './drafts.ts';
import { createFeeds, type Feeds } from './feeds.ts';
import { notingRest } from './last-change.ts';
import { type Rights, rightsOf, type Whom } from './rights.ts';
import { createRouter, type Router } from './router.ts';
import { type AdminSite, createAdminSite } from './site.ts';

/** State shared by the screens of the back office. */
export interface Admin {
  readonly session: Session;
  readonly router: Router;
  readonly site: AdminSite;
  readonly drafts: Drafts;
  readonly feeds: Feeds;
  /** Location of figures and lists; empty until one is known. */
  readonly location: Signal<string>;
  chooseLocation(id: string): void;
  /** What the current user may see and change. */
  readonly rights: Rights;
}

export const AdminContext = createContext<Admin | null>(null);

export function useAdmin(): Admin & ReturnType<typeof useStaff> {
  const admin = useContext(AdminContext);
  if (admin === null) throw new Error('No back office above this component.');
  return { ...useStaff(), ...admin };
}

const LOCATION = 'admin.location';

export function createAdmin(given: Session, drafts: Drafts): Admin {
  const session = { ...given, rest: notingRest(given.rest) };
  const location = signal(browserMemory.read(LOCATION) ?? '');
  const site = createAdminSite(session.rest, location.peek());
  return {
    session,
    router: createRouter(),
    site,
    drafts,
    feeds: createFeeds(session.key),
    location,
    chooseLocation(id) {
      browserMemory.write(LOCATION, id);
      location.value = id;
      site.enter(id);
    },
    rights: rightsOf(whomOf(session.state.value)),
  };
}

/** Without required keys there is no user, and everything is allowed. */
function whomOf(state: SessionState): Whom {
  return state.name === 'signed-in' && state.bound ? state.user : 'free';
}
