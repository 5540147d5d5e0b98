/**
 * Current site: loaded, replaced as a whole, published to listeners.
 *
 * Another server can change the site at any time. This server then reads the change when notified. A local change based
 * on an outdated site is computed again from the newer one.
 */

import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { type CredentialBook, openCredentials } from '../../access/service/credential-book.ts';
import { credentialChanges, passwordFaults, withoutSecrets } from '../../access/service/credential-changes.ts';
import { type PasswordHasher, scryptHasher } from '../../access/service/password-hasher.ts';
import type { KeptAppointment } from '../../appointments/operations/appointment-records.ts';
import type { Slot } from '../../appointments/rules/appointment-slots.ts';
import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import { StoreUnreachable } from '../../database/store-errors.ts';
import { type Log, silentLog } from '../../lib/context.ts';
import { inSlices } from '../../lib/jobs/work-slices.ts';
import { subscribe } from '../../lib/lists.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { Store } from '../../store/contract/store.ts';
import { SETUP_COLLECTIONS, type SettingOverride, type SiteFile, type SiteSetup } from '../contract/site.ts';
import type { AppointmentsChange, UndoneChange } from '../operations/site-changes.ts';
import { beyondBranch, branchBounds, maySetAppointments } from '../rules/branch-bounds.ts';
import { emptySite, mergeSites, setupOf, siteSteps } from '../rules/site.ts';
import { Site, settingOverrides } from '../rules/site-model.ts';
import { type FollowedSite, followedSite } from './apply-inheritance.ts';
import { appointmentsChange, type OtherAppointments, slotWanted } from './appointments-change.ts';
import { forbidden, invalid, type SiteFault } from './site-fault.ts';
import { changeBetween, readable, renewedOr, soundSite } from './stored-site.ts';
import { undoDraft } from './undo-items.ts';

/** Result of an appointment edit, optionally with overbooking; null changes nothing. */
export type AppointmentRequest = { readonly after: KeptAppointment | null; readonly anyway?: boolean } | null;

/** `full`: its slot has no free place. */
export type AppointmentFault = SiteFault | { readonly kind: 'full'; readonly slot: Slot };

type Agrees = (before: SiteSetup, after: FollowedSite) => Promise<boolean>;

/** Author of a site change. A user's permissions limit it: the whole site, or their locations. */
export interface SiteEditor extends AuditActor {
  /** No key is required, so everyone can change everything. */
  readonly isFree?: boolean;
  /** Called after a change that can be undone, with its id. */
  readonly onUndoable?: (changeId: string) => void;
}

/** Changes of the site name their author for the audit log; without one it is the program itself. */
export interface SiteHolder {
  current(): Site;
  /** Passwords and keys of users and devices, which are not part of the site file. */
  readonly credentials: CredentialBook;
  readonly hasher: PasswordHasher;
  /** Overrides on this server. They are never stored. */
  readonly overrides: readonly SettingOverride[];
  /**
   * Merges a site file: inserts and updates, never deletes. An invalid file changes nothing, and returns all faults.
   *
   * @param agrees receives the effects first; if it returns false, nothing is changed and the current site is returned
   */
  load(file: unknown, by?: SiteEditor, agrees?: Agrees): Promise<Result<Site, SiteFault>>;
  /** Replaces the site, including appointments. */
  replace(file: unknown, by?: SiteEditor): Promise<Result<Site, SiteFault>>;
  /**
   * Changes the current site. `edit` returns the new file, or null to change nothing; then the current site is
   * returned. It is called again after a concurrent change by another server. Appointments that are not in the file
   * stay, unless they must be deleted: then the site becomes exactly the file. Otherwise inheriting locations change as
   * well.
   *
   * @param undoes the change that is undone: then inheriting locations do not change as well
   */
  change(
    edit: (site: Site) => object | null | Promise<object | null>,
    by?: SiteEditor,
    others?: OtherAppointments,
    undoes?: UndoneChange,
  ): Promise<Result<Site, SiteFault>>;
  /**
   * Changes a single appointment. `edit` receives the site and the current appointment, null if there is none, and is
   * called again after a concurrent change of either.
   */
  changeAppointment(
    id: string,
    edit: (site: Site, before: KeptAppointment | null) => AppointmentRequest,
    by?: SiteEditor,
  ): Promise<Result<null, AppointmentFault>>;
  onChange(listener: (site: Site) => void): () => void;
  /** Stops watching the store. */
  close(): void;
}

/** Maximum retries after concurrent changes. Each time another change has succeeded. */
const MAX_TRIES = 50;

/** Opens the stored site, and watches its changes through this store. Throws if the store contains no valid site. */
export async function openSiteHolder(
  store: Store,
  {
    hasher = scryptHasher,
    log = silentLog,
    overrides = [],
  }: {
    readonly hasher?: PasswordHasher;
    readonly log?: Log;
    readonly overrides?: readonly SettingOverride[];
  } = {},
): Promise<SiteHolder> {
  const listeners = new Set<(site: Site) => void>();
  const opened = await store.siteSince(null);
  const own = settingOverrides(overrides);
  let site = new Site(soundSite(opened.items, log), undefined, own);
  let { revision } = opened;
  /** The known revision no longer exists in the database. */
  let isAstray = false;
  let last: Promise<unknown> = Promise.resolve();
  const credentials = await openCredentials(store);

  function adopt(file: SiteSetup): Site {
    site = new Site(file, site.file, own);
    for (const listener of listeners) listener(site);
    return site;
  }

  /** Runs changes one after another, so that none is lost, each in its own event-loop turn. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(async () => {
      await setImmediate();
      return work();
    });
    last = done.catch(() => {});
    return done;
  }

  async function catchUp(): Promise<void> {
    const news = await store.siteSince(isAstray ? null : revision);
    isAstray = false;
    ({ revision } = news);
    const items = readable(news.items, log);
    const skipped = items.length < news.items.length;
    const file = renewedOr(site.file, { ...news, items, whole: news.whole && !skipped }, log);
    if (file !== site.file) adopt(file);
  }

  /** Null after a concurrent change. */
  async function write(
    { file, edits }: FollowedSite,
    appointments: AppointmentsChange,
    by: SiteEditor | undefined,
    undoes: UndoneChange | undefined,
  ): Promise<Site | null> {
    const changes = await credentialChanges(site.file, file, credentials, hasher);
    const kept = withoutSecrets(file);
    const changeId = randomUUID();
    const isOfStaff = by?.kind === 'user' || by?.kind === 'console';
    const undo = isOfStaff ? await inSlices(undoDraft(site.file, kept)) : null;
    const change = {
      changeId,
      undo,
      ...(undoes === undefined ? {} : { undoes }),
      ...(await inSlices(changeBetween(site.file, kept, changes))),
      followed: edits,
      appointments,
      from: revision,
      ...(by === undefined ? {} : { by: actorOf(by) }),
    };
    const written = await store.writeSite(change);
    if (written === null) return null;
    revision = written;
    const adopted = adopt(kept);
    if (changes.length > 0) await credentials.reload();
    // With changed appointments, the store has not kept the values.
    const mayLack = appointments.only || appointments.put.length > 0;
    if (undo !== null && !(mayLack && !(await isKept(changeId)))) by?.onUndoable?.(changeId);
    return adopted;
  }

  async function isKept(changeId: string): Promise<boolean> {
    return (await store.query('siteUndo', { changeId, now: 0 })) !== null;
  }

  /** The input that faults refer to, the resulting site, and the effects on other appointments. */
  type Wish = Result<
    {
      readonly given: SiteFile;
      readonly file: SiteSetup;
      readonly others: OtherAppointments;
      /** Items without inheritance in this change: they stay exactly as given. */
      readonly exact?: Iterable<object>;
      readonly undoes?: UndoneChange | undefined;
    },
    readonly string[]
  > | null;

  /** @param wish null leaves the site unchanged */
  function make(wish: () => Wish | Promise<Wish>, by: SiteEditor | undefined): Promise<Result<Site, SiteFault>> {
    return inTurn(async () => {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const wanted = await wish();
        if (wanted === null) return ok(site);
        if (!wanted.ok) return fail(invalid(wanted.error));
        const { given, file, others, exact = [], undoes } = wanted.value;
        const beyond = beyondBounds(site.file, file, by);
        if (beyond !== null) return fail(forbidden(beyond));
        if (given.appointments.length > 0 && isBound(site.file, by)) return fail(forbidden('appointments'));
        const faults = await passwordFaults(given, file, credentials, hasher);
        if (faults.length > 0) return fail(invalid(faults));
        const isUndo = undoes !== undefined;
        const followed =
          others === 'go' ? ok({ file, edits: [] }) : await followedSite(store, site.file, file, { exact, isUndo });
        if (!followed.ok) return fail(invalid(followed.error));
        const next = new Site(followed.value.file, site.file, own);
        const appointments = await appointmentsChange(store, site, next, given.appointments, others);
        if (!appointments.ok) return fail(invalid(appointments.error));
        const done = await write(followed.value, appointments.value, by, undoes);
        if (done !== null) return ok(done);
        await catchUp();
        await credentials.reload();
      }
      throw new StoreUnreachable('Other users are changing the site. Try again.');
    });
  }

  const stop = store.onSite((told, wentBack = false) => {
    isAstray ||= wentBack;
    if (told <= revision && !isAstray) return;
    void inTurn(async () => {
      if (told > revision || isAstray) await catchUp();
      // During an outage the current site stays; the store notifies again.
    }).catch(() => {});
  });

  return {
    current: () => site,
    overrides,
    credentials,
    hasher,
    load: (input, by, agrees) =>
      make(async () => {
        const given = await inSlices(siteSteps(input, site.file));
        if (!given.ok) return given;
        const exact = SETUP_COLLECTIONS.flatMap((name): readonly object[] => given.value[name]);
        const file = setupOf(mergeSites(site.file, given.value));
        if (agrees !== undefined) {
          const seen = await followedSite(store, site.file, file, { exact });
          if (!seen.ok) return seen;
          if (!(await agrees(site.file, seen.value))) return null;
        }
        return ok({ given: given.value, file, others: 'stay', exact });
      }, by),
    replace: (input, by) => make(() => wholeSite(input, site.file, 'go'), by),
    change: (edit, by, others = 'stay', undoes) =>
      make(async () => {
        const edited = await edit(site);
        if (edited === null) return null;
        const whole = await wholeSite(edited, site.file, others);
        return whole.ok ? ok({ ...whole.value, undoes }) : whole;
      }, by),
    async changeAppointment(id, edit, by) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const from = revision;
        const before = await store.query('appointment', { id });
        // The site may have changed during the read.
        if (from !== revision) continue;
        const wish = edit(site, before);
        if (wish === null) return ok(null);
        const { after, anyway = false } = wish;
        if (!mayBook(site.file, [before, after], by)) return fail(forbidden(`appointments(${id})`));
        const slot = anyway ? null : slotWanted(site, before, after);
        const done = await store.editAppointment({
          before,
          after,
          from,
          ...(slot === null ? {} : { slot }),
          ...(by === undefined ? {} : { by: actorOf(by) }),
        });
        if (done === true) return ok(null);
        if (done === 'full') return slot === null ? ok(null) : fail({ kind: 'full', slot });
        await inTurn(catchUp);
      }
      throw new StoreUnreachable('Other users are changing the appointment. Try again.');
    },
    onChange: (listener) => subscribe(listeners, listener),
    close() {
      stop();
      credentials.close();
    },
  };
}

function actorOf({ kind, id }: SiteEditor): AuditActor {
  return { kind, id };
}

function isUser(by: SiteEditor | undefined): by is SiteEditor {
  return by !== undefined && by.kind === 'user' && by.isFree !== true;
}

function isBound(file: SiteSetup, by: SiteEditor | undefined): boolean {
  return isUser(by) && branchBounds(file, by.id) !== null;
}

/** Checked against the permissions in the site before the change. */
function beyondBounds(before: SiteSetup, after: SiteSetup, by: SiteEditor | undefined): string | null {
  const bounds = isUser(by) ? branchBounds(before, by.id) : null;
  return bounds === null ? null : beyondBranch(before, after, bounds);
}

function mayBook(file: SiteSetup, kept: readonly (KeptAppointment | null)[], by: SiteEditor | undefined): boolean {
  if (!isUser(by)) return true;
  return kept.every((one) => one === null || maySetAppointments(file, by.id, one.locationId));
}

function withSettings(file: SiteFile): SiteFile {
  const settings = file.settings ?? emptySite().settings;
  return settings === undefined ? file : { ...file, settings };
}

async function wholeSite(
  input: unknown,
  before: SiteSetup,
  others: OtherAppointments,
): Promise<
  Result<{ readonly given: SiteFile; readonly file: SiteSetup; readonly others: OtherAppointments }, readonly string[]>
> {
  const file = await inSlices(siteSteps(input, undefined, before));
  return file.ok ? ok({ given: file.value, file: setupOf(withSettings(file.value)), others }) : fail(file.error);
}
