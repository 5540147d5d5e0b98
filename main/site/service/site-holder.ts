/**
 * Current site: loaded, replaced as a whole, published to listeners.
 *
 * Read from the store, replaced as a whole, and told to whoever needs to know. Another server may change it at any
 * time: what it made is read as soon as it is told of, and a change of ours that was made from an older site is made
 * once more from the newer one, as if it had come after it.
 */
import { setImmediate } from 'node:timers/promises';
import type { CredentialChange } from '../../access/operations/credentials.ts';
import { type CredentialBook, openCredentials } from '../../access/service/credential-book.ts';
import { credentialChanges, passwordFaults, withoutSecrets } from '../../access/service/credential-changes.ts';
import { type PasswordHasher, scryptHasher } from '../../access/service/password-hasher.ts';
import type { KeptAppointment } from '../../appointments/operations/appointment-records.ts';
import type { Slot } from '../../appointments/rules/appointment-slots.ts';
import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import { StoreUnreachable } from '../../database/store-errors.ts';
import { type Log, silentLog } from '../../lib/context.ts';
import { inSlices } from '../../lib/jobs/work-slices.ts';
import { listDifference } from '../../lib/lists.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import type { Store } from '../../store/contract/store.ts';
import { SETUP_COLLECTIONS, type SettingOverride, type SiteFile, type SiteSetup } from '../contract/site.ts';
import {
  type AppointmentsChange,
  type ItemKey,
  itemKey,
  type SiteChange,
  type SiteNews,
  type StoredItem,
} from '../operations/site-changes.ts';
import { beyondBranch, branchBounds, maySetAppointments } from '../rules/branch-bounds.ts';
import { emptySite, mergeSites, parseStoredSite, setupOf, siteSteps } from '../rules/site.ts';
import { Site, settingOverrides } from '../rules/site-model.ts';
import { type FollowedSite, followedSite } from './apply-inheritance.ts';
import { appointmentsChange, type OtherAppointments, slotWanted } from './appointments-change.ts';
import { forbidden, invalid, type SiteFault } from './site-fault.ts';

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

const SETTINGS_ID = 'settings';
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

/** What can be read of these. What cannot stays in the store as it is, and the site as it was without it. */
function readable(items: readonly StoredItem[], log: Log): readonly StoredItem[] {
  return items.filter(({ collection, id, body }) => {
    if (isJsonObject(body)) return true;
    log.error('site.item-corrupt', { collection, id });
    return false;
  });
}

function isJsonObject(body: string): boolean {
  const item = parseJson(body);
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}

/** `desks[3].services[1]: …` or `services[3].location: …`, as faults name the place of an item and of a value in it. */
const FAULT_PLACE = /^(\w+)\[(\d+)\](?:\.(\w+)\[(\d+)\](?=:))?/;
/** What leans on an item that is left out is left out next. */
const MAX_ROUNDS = 20;

/**
 * The stored site without the items that cannot be used, nor those that cannot be without them. They stay in the store.
 *
 * Throws `UnusableSite` when nothing of it is left: no other site must take its place.
 */
function soundSite(stored: readonly StoredItem[], log: Log): SiteSetup {
  let items = readable(stored, log);
  for (let round = 0; ; round += 1) {
    try {
      const file = siteOf(items);
      if (items.length < stored.length && file.locations.length === 0 && file.users.length === 0) {
        throw new UnusableSite(['(file): none of its locations can be read']);
      }
      return file;
    } catch (error) {
      if (!(error instanceof UnusableSite)) throw error;
      const left = withoutFaults(items, error.faults);
      if (left === null || round >= MAX_ROUNDS) throw error;
      log.error('site.items-invalid', { error: error.faults.join('; ') });
      items = left;
    }
  }
}

/** Without the values of lists that have a fault, and without items of which anything else has one; null when that is none. */
function withoutFaults(items: readonly StoredItem[], faults: readonly string[]): readonly StoredItem[] | null {
  /** By collection and place: what of its lists is to go, or all of it. */
  const faulty = new Map<string, Map<string, Set<number>> | 'all'>();
  for (const fault of faults) {
    const [, collection, place, field, at] = FAULT_PLACE.exec(fault) ?? [];
    if (collection === undefined) continue;
    const key = `${collection} ${place}`;
    const known = faulty.get(key) ?? new Map<string, Set<number>>();
    if (field === undefined || known === 'all') faulty.set(key, 'all');
    else faulty.set(key, known.set(field, (known.get(field) ?? new Set()).add(Number(at))));
  }
  if (faulty.size === 0) return null;
  const seen = new Map<string, number>();
  return items.flatMap((item) => {
    const place = seen.get(item.collection) ?? 0;
    seen.set(item.collection, place + 1);
    const gone = faulty.get(`${item.collection} ${place}`);
    if (gone === undefined) return [item];
    return gone === 'all' ? [] : [{ ...item, body: withoutValues(item.body, gone) }];
  });
}

function withoutValues(body: string, gone: ReadonlyMap<string, ReadonlySet<number>>): string {
  const item: Record<string, unknown> = JSON.parse(body);
  for (const [field, places] of gone) {
    const list = item[field];
    if (Array.isArray(list)) item[field] = list.filter((_, place) => !places.has(place));
  }
  return JSON.stringify(item);
}

/** The site as it was, where what has come makes none that this program can use. */
function renewedOr(file: SiteSetup, news: SiteNews, log: Log): SiteSetup {
  try {
    return renewed(file, news);
  } catch (error) {
    if (!(error instanceof UnusableSite)) throw error;
    log.error('site.change-invalid', { error: error.faults.join('; ') });
    return file;
  }
}

/** The site with what has changed; the very same when nothing has. */
function renewed(file: SiteSetup, { whole, removed, items }: SiteNews): SiteSetup {
  if (whole) {
    const stored = siteOf(items);
    return itemsOf(stored).join('\n') === itemsOf(file).join('\n') ? file : stored;
  }
  if (removed.length + items.length === 0) return file;
  const input: Record<string, unknown> = { ...file };
  for (const name of SETUP_COLLECTIONS) {
    const gone = removed.filter(({ collection }) => collection === name);
    const fresh = items.filter(({ collection }) => collection === name);
    if (gone.length + fresh.length === 0) continue;
    const known = new Map<string, unknown>(file[name].map((item: { readonly id: string }) => [item.id, item]));
    for (const { id } of gone) known.delete(id);
    for (const { id, body } of fresh) known.set(id, JSON.parse(body));
    input[name] = [...known.values()];
  }
  const settings = items.find(({ collection }) => collection === 'settings');
  if (settings !== undefined) input.settings = JSON.parse(settings.body);
  return stored(input, file);
}

/** What is stored is no site that this program can use. */
export class UnusableSite extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The stored site has faults:\n${faults.join('\n')}`);
    this.faults = faults;
  }
}

function stored(input: object, before?: SiteSetup): SiteSetup {
  const file = parseStoredSite(input, before);
  if (!file.ok) throw new UnusableSite(file.error);
  return file.value;
}

function siteOf(items: readonly StoredItem[]): SiteSetup {
  const input: Record<string, unknown> = { settings: {} };
  for (const name of SETUP_COLLECTIONS) {
    input[name] = items.filter(({ collection }) => collection === name).map(({ body }) => JSON.parse(body));
  }
  const settings = items.find(({ collection }) => collection === 'settings');
  if (settings !== undefined) input.settings = JSON.parse(settings.body);
  return stored(input);
}

function storedItem(collection: StoredItem['collection'], id: string, item: object): StoredItem {
  // A password or a PIN is never kept as it was written, and a secret not here.
  const {
    password: _password,
    panel_pin: _pin,
    secret: _secret,
    mail_password: _mail,
    ...kept
  } = item as Readonly<Record<string, unknown>>;
  return { collection, id, body: JSON.stringify(kept) };
}

function storedItems(file: SiteSetup): readonly StoredItem[] {
  const items = SETUP_COLLECTIONS.flatMap((collection) =>
    file[collection].map((item: { readonly id: string }) => storedItem(collection, item.id, item)),
  );
  return file.settings === undefined ? items : [...items, storedItem('settings', SETTINGS_ID, file.settings)];
}

function itemsOf(file: SiteSetup): readonly string[] {
  return storedItems(file)
    .map((item) => `${itemKey(item)}\n${item.body}`)
    .sort();
}

function* changeBetween(
  before: SiteSetup,
  after: SiteSetup,
  credentials: readonly CredentialChange[],
): SlicedWork<SiteChange> {
  const put: StoredItem[] = [];
  const remove: ItemKey[] = [];
  for (const collection of SETUP_COLLECTIONS) {
    yield;
    const { gone, fresh } = listDifference<{ readonly id: string }>(before[collection], after[collection]);
    const old = new Map(gone.map((item) => [item.id, item]));
    for (const { item } of fresh) {
      yield;
      const was = old.get(item.id);
      old.delete(item.id);
      const stored = storedItem(collection, item.id, item);
      if (was === undefined || storedItem(collection, was.id, was).body !== stored.body) put.push(stored);
    }
    for (const id of old.keys()) remove.push({ collection, id });
  }
  // Settings that were never stored are defaults: what is the same as before need not be written again.
  if (after.settings !== undefined) put.push(storedItem('settings', SETTINGS_ID, after.settings));
  return { put, remove, credentials };
}
