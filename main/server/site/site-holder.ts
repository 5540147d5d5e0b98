/** The site in use: read from the store, replaced as a whole, and told to whoever needs to know. */
import { setImmediate } from 'node:timers/promises';
import { fail, ok, type Result } from '../../contract/result.ts';
import { COLLECTIONS, type SiteFile } from '../../contract/site.ts';
import { emptySite, mergeSites, parseSite, parseStoredSite } from '../../core/site.ts';
import { Site } from '../../core/site-model.ts';
import type { AuditActor, CredentialChange, SiteChange, Store, StoredItem } from '../../store/store.ts';
import { type CredentialBook, openCredentials } from '../auth/credential-book.ts';
import { credentialChanges, passwordFaults, withoutSecrets } from '../auth/credential-changes.ts';
import { type PasswordHasher, scryptHasher } from '../auth/password-hasher.ts';

/** Changes of the site name who makes them, for the audit log; without a name it was the program itself. */
export interface SiteHolder {
  current(): Site;
  /** Passwords and keys of its users and devices, which are no part of the site's file. */
  readonly credentials: CredentialBook;
  readonly hasher: PasswordHasher;
  /** Loads a site file: inserts and updates, never deletes. A bad one changes nothing; all its faults come back. */
  load(file: unknown, by?: AuditActor): Promise<Result<Site, readonly string[]>>;
  /** Makes the site exactly this one. */
  replace(file: unknown, by?: AuditActor): Promise<Result<Site, readonly string[]>>;
  /**
   * Changes the site that there is when its turn comes. `edit` gives the new file, or null when there is nothing to
   * change any more; then the site comes back as it is.
   */
  change(edit: (site: Site) => object | null, by?: AuditActor): Promise<Result<Site, readonly string[]>>;
  onChange(listener: (site: Site) => void): () => void;
  /** Stops following the store. */
  close(): void;
}

const SETTINGS_ID = 'settings';

/** Opens the stored site, and follows what is changed through this store. Throws if the store holds no valid site. */
export async function openSiteHolder(
  store: Store,
  { hasher = scryptHasher }: { readonly hasher?: PasswordHasher } = {},
): Promise<SiteHolder> {
  const listeners = new Set<(site: Site) => void>();
  let site = new Site(siteOf(await store.readSite()));
  let last: Promise<unknown> = Promise.resolve();
  /** Changes of ours that the store is still to tell of: what they made of the site is known here. */
  let ownChanges = 0;
  const credentials = await openCredentials(store);

  function adopt(file: SiteFile): Site {
    site = new Site(file);
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

  async function write(file: SiteFile, by: AuditActor | undefined): Promise<Site> {
    const changes = await credentialChanges(site.file, file, credentials, hasher);
    const kept = withoutSecrets(file);
    // A large site is read in one turn of the event loop and compared in another, so that others are answered between.
    await setImmediate();
    const change = { ...changeBetween(site.file, kept, changes), ...(by === undefined ? {} : { by }) };
    ownChanges += 1;
    try {
      await store.writeSite(change);
    } catch (error) {
      ownChanges -= 1;
      throw error;
    }
    const adopted = adopt(kept);
    if (changes.length > 0) await credentials.reload();
    return adopted;
  }

  /** @param given what somebody wrote, whose places faults name */
  async function accept(
    given: SiteFile,
    file: SiteFile,
    by: AuditActor | undefined,
  ): Promise<Result<Site, readonly string[]>> {
    const faults = await passwordFaults(given, file, credentials, hasher);
    return faults.length > 0 ? fail(faults) : ok(await write(file, by));
  }

  const stop = store.onEvents((events) => {
    const told = events.filter(({ type }) => type === 'site.changed').length;
    const own = Math.min(told, ownChanges);
    ownChanges -= own;
    if (told === own) return;
    void inTurn(async () => {
      await credentials.reload();
      const stored = siteOf(await store.readSite());
      if (itemsOf(stored).join('\n') !== itemsOf(site.file).join('\n')) adopt(stored);
      // A store that is away for a moment leaves us the site that we have.
    }).catch(() => {});
  });

  return {
    current: () => site,
    credentials,
    hasher,
    load: (input, by) =>
      inTurn(async () => {
        const file = parseSite(input, site.file);
        return file.ok ? accept(file.value, mergeSites(site.file, file.value), by) : file;
      }),
    replace: (input, by) =>
      inTurn(async () => {
        const file = parseSite(input, undefined, site.file);
        return file.ok ? accept(file.value, withSettings(file.value), by) : fail(file.error);
      }),
    change: (edit, by) =>
      inTurn(async () => {
        const edited = edit(site);
        if (edited === null) return ok(site);
        const file = parseSite(edited, undefined, site.file);
        return file.ok ? accept(file.value, withSettings(file.value), by) : fail(file.error);
      }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: stop,
  };
}

function withSettings(file: SiteFile): SiteFile {
  const settings = file.settings ?? emptySite().settings;
  return settings === undefined ? file : { ...file, settings };
}

function siteOf(items: readonly StoredItem[]): SiteFile {
  const input: Record<string, unknown> = { settings: {} };
  for (const name of COLLECTIONS) {
    input[name] = items.filter(({ collection }) => collection === name).map(({ body }) => JSON.parse(body));
  }
  const settings = items.find(({ collection }) => collection === 'settings');
  if (settings !== undefined) input.settings = JSON.parse(settings.body);
  const file = parseStoredSite(input);
  if (!file.ok) throw new Error(`The stored site has faults:\n${file.error.join('\n')}`);
  return file.value;
}

/** What was written once is not written anew for each change of something else. */
const written = new WeakMap<object, StoredItem>();

function storedItem(collection: StoredItem['collection'], id: string, item: object): StoredItem {
  let stored = written.get(item);
  if (stored === undefined) {
    // A password is never kept as it was written, and a secret not here.
    const { password: _password, secret: _secret, ...kept } = item as Readonly<Record<string, unknown>>;
    stored = { collection, id, body: JSON.stringify(kept) };
    written.set(item, stored);
  }
  return stored;
}

function storedItems(file: SiteFile): readonly StoredItem[] {
  const items = COLLECTIONS.flatMap((collection) =>
    file[collection].map((item: { readonly id: string }) => storedItem(collection, item.id, item)),
  );
  return file.settings === undefined ? items : [...items, storedItem('settings', SETTINGS_ID, file.settings)];
}

function keyOf({ collection, id }: Pick<StoredItem, 'collection' | 'id'>): string {
  return `${collection}\n${id}`;
}

function itemsOf(file: SiteFile): readonly string[] {
  return storedItems(file)
    .map((item) => `${keyOf(item)}\n${item.body}`)
    .sort();
}

function changeBetween(before: SiteFile, after: SiteFile, credentials: readonly CredentialChange[]): SiteChange {
  const old = new Map(storedItems(before).map((item) => [keyOf(item), item.body]));
  const items = storedItems(after);
  const kept = new Set(items.map(keyOf));
  return {
    // Settings that were never stored are defaults: what is the same as before need not be written again.
    put: items.filter((item) => item.collection === 'settings' || old.get(keyOf(item)) !== item.body),
    remove: storedItems(before).filter((item) => !kept.has(keyOf(item))),
    credentials,
  };
}
