/**
 * Current site: loaded, replaced as a whole, published to listeners.
 *
 * Read from the store, replaced as a whole, and told to whoever needs to know. Another server may change it at any
 * time: what it made is read as soon as it is told of, and a change of ours that was made from an older site is made
 * once more from the newer one, as if it had come after it.
 */
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
import { fail, ok, type Result } from '../../lib/result.ts';
import type { Store } from '../../store/contract/store.ts';
import { SETUP_COLLECTIONS, type SettingOverride, type SiteFile, type SiteSetup } from '../contract/site.ts';
import type { AppointmentsChange } from '../operations/site-changes.ts';
import { beyondBranch, branchBounds, maySetAppointments } from '../rules/branch-bounds.ts';
import { emptySite, mergeSites, setupOf, siteSteps } from '../rules/site.ts';
import { Site, settingOverrides } from '../rules/site-model.ts';
import { type FollowedSite, followedSite } from './apply-inheritance.ts';
import { appointmentsChange, type OtherAppointments, slotWanted } from './appointments-change.ts';
import { forbidden, invalid, type SiteFault } from './site-fault.ts';
import { changeBetween, readable, renewedOr, soundSite } from './stored-site.ts';

/** What an edit makes of the appointment, also where it is one more than its slot has places; null to leave everything as it is. */
export type AppointmentRequest = { readonly after: KeptAppointment | null; readonly anyway?: boolean } | null;

/** `full`: its slot has no place left. */
export type AppointmentFault = SiteFault | { readonly kind: 'full'; readonly slot: Slot };

type Agrees = (before: SiteSetup, after: FollowedSite) => Promise<boolean>;

/** Who changes the site. A user changes what they may: all of it, or what belongs to their locations. */
export interface SiteEditor extends AuditActor {
  /** No key is needed, so that everybody may change everything. */
  readonly isFree?: boolean;
}

/** Changes of the site name their editor, for the audit log; without a name the program itself is the editor. */
export interface SiteHolder {
  current(): Site;
  /** Passwords and keys of its users and devices, which are no part of the site's file. */
  readonly credentials: CredentialBook;
  readonly hasher: PasswordHasher;
  /** Settings that hold at this server instead of those of the site. They are never stored. */
  readonly overrides: readonly SettingOverride[];
  /**
   * Loads a site file: inserts and updates, never deletes. A bad one changes nothing; all its faults come back.
   *
   * @param agrees hears first what would come of it; with false nothing is changed, and the site comes back as it is
   */
  load(file: unknown, by?: SiteEditor, agrees?: Agrees): Promise<Result<Site, SiteFault>>;
  /** Makes the site exactly this one, appointments too. */
  replace(file: unknown, by?: SiteEditor): Promise<Result<Site, SiteFault>>;
  /**
   * Changes the site that there is when its turn comes. `edit` gives the new file, or null when there is nothing to
   * change any more; then the site comes back as it is. It is asked again when another server was faster. Appointments
   * that are not in the file stay, unless they are to go: then the site becomes exactly the file. Else what changes at a
   * location changes at those that follow it.
   */
  change(
    edit: (site: Site) => object | null | Promise<object | null>,
    by?: SiteEditor,
    others?: OtherAppointments,
  ): Promise<Result<Site, SiteFault>>;
  /**
   * Changes one appointment, and nothing else. `edit` gets the site and the appointment as it is then, null when there is
   * none with that id, and is asked again when somebody else was faster with either.
   */
  changeAppointment(
    id: string,
    edit: (site: Site, before: KeptAppointment | null) => AppointmentRequest,
    by?: SiteEditor,
  ): Promise<Result<null, AppointmentFault>>;
  onChange(listener: (site: Site) => void): () => void;
  /** Stops following the store. */
  close(): void;
}

/** How often a change is made anew because others were faster. Each time one of them has got through. */
const MAX_TRIES = 50;

/** Opens the stored site, and follows what is changed through this store. Throws if the store holds no valid site. */
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
  /** The revision that we know is none of the database any more. */
  let isAstray = false;
  let last: Promise<unknown> = Promise.resolve();
  const credentials = await openCredentials(store);

  function adopt(file: SiteSetup): Site {
    site = new Site(file, site.file, own);
    for (const listener of listeners) listener(site);
    return site;
  }

  /** One change after another, so that none is lost, and each in a turn of the event loop of its own. */
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

  /** Null when the site has been changed meanwhile. */
  async function write(
    { file, edits }: FollowedSite,
    appointments: AppointmentsChange,
    by: AuditActor | undefined,
  ): Promise<Site | null> {
    const changes = await credentialChanges(site.file, file, credentials, hasher);
    const kept = withoutSecrets(file);
    const change = {
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
    return adopted;
  }

  /** What somebody wrote, whose places faults name; the site as it would be; and what becomes of other appointments. */
  type Wish = Result<
    {
      readonly given: SiteFile;
      readonly file: SiteSetup;
      readonly others: OtherAppointments;
      /** Things that follow nothing by this change: they are as somebody wrote them. */
      readonly exact?: Iterable<object>;
    },
    readonly string[]
  > | null;

  /** @param wish null to leave the site as it is. */
  function make(wish: () => Wish | Promise<Wish>, by: SiteEditor | undefined): Promise<Result<Site, SiteFault>> {
    return inTurn(async () => {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const wanted = await wish();
        if (wanted === null) return ok(site);
        if (!wanted.ok) return fail(invalid(wanted.error));
        const { given, file, others, exact = [] } = wanted.value;
        const beyond = beyondBounds(site.file, file, by);
        if (beyond !== null) return fail(forbidden(beyond));
        if (given.appointments.length > 0 && isBound(site.file, by)) return fail(forbidden('appointments'));
        const faults = await passwordFaults(given, file, credentials, hasher);
        if (faults.length > 0) return fail(invalid(faults));
        const followed = others === 'go' ? ok({ file, edits: [] }) : await followedSite(store, site.file, file, exact);
        if (!followed.ok) return fail(invalid(followed.error));
        const next = new Site(followed.value.file, site.file, own);
        const appointments = await appointmentsChange(store, site, next, given.appointments, others);
        if (!appointments.ok) return fail(invalid(appointments.error));
        const done = await write(followed.value, appointments.value, by);
        if (done !== null) return ok(done);
        await catchUp();
        await credentials.reload();
      }
      throw new StoreUnreachable('Others change the site all the time.');
    });
  }

  const stop = store.onSite((told, wentBack = false) => {
    isAstray ||= wentBack;
    if (told <= revision && !isAstray) return;
    void inTurn(async () => {
      if (told > revision || isAstray) await catchUp();
      // A store that is away for a moment leaves us the site that we have, and tells us again.
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
          const seen = await followedSite(store, site.file, file, exact);
          if (!seen.ok) return seen;
          if (!(await agrees(site.file, seen.value))) return null;
        }
        return ok({ given: given.value, file, others: 'stay', exact });
      }, by),
    replace: (input, by) => make(() => wholeSite(input, site.file, 'go'), by),
    change: (edit, by, others = 'stay') =>
      make(async () => {
        const edited = await edit(site);
        return edited === null ? null : wholeSite(edited, site.file, others);
      }, by),
    async changeAppointment(id, edit, by) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const from = revision;
        const before = await store.query('appointment', { id });
        // The site may have changed while that was read.
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
      throw new StoreUnreachable('Others change the appointment all the time.');
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
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

/** By what the user may do now, in the site that is about to be changed. */
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
