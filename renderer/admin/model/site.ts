/**
 * Current site, reloaded after each change.
 *
 * Of a site with many locations, only the part of one location is loaded, until a screen needs all.
 * Appointments are not included, since there may be very many: only those on the screen are loaded.
 */
import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { ERRNO } from '../../../main/lib/result.ts';
import { READ_SITE, readItem } from '../../../main/site/contract/endpoints.ts';
import type { SitePart } from '../../../main/site/contract/rest/site-document.ts';
import type { Appointment, SiteFile } from '../../../main/site/contract/site.ts';
import type { Rest, RestFailure, RestResult } from '../../shared/api-client.ts';

export interface AdminSite {
  /** Null until loaded. */
  readonly file: ReadonlySignal<SiteFile | null>;
  /** Failure of the last load; null if it succeeded. */
  readonly failure: ReadonlySignal<RestFailure | null>;
  /**
   * Loads the site. A call during a load starts another one after it, so that the result is never older than the call.
   */
  reload(): Promise<RestResult<SiteFile>>;
  /** Location of the loaded part; empty for the whole site. */
  readonly part: ReadonlySignal<string>;
  /** Loads the part of another location, unless the whole site is loaded; before the first load, remembers it. */
  enter(location: string): void;
  /** Loads the whole site, and keeps it. */
  readAll(): Promise<RestResult<SiteFile>>;
  /** Adds an appointment to the file, if it exists, until it is released. */
  hold(id: string): Promise<RestResult<SiteFile>>;
  letGo(id: string): void;
}

/** A large site is written to the network in pieces. */
const ALL_TIMEOUT_MS = 60_000;

/** @param first location that the user looked at last */
export function createAdminSite(rest: Rest, first: string): AdminSite {
  const file = signal<SiteFile | null>(null);
  const part = signal('');
  let wanted = { part: true, location: first };
  /** Whether the list of all locations is known, and only another part is needed. */
  let isListed = false;
  const failure = signal<RestFailure | null>(null);
  const held = new Set<string>();
  let reading: Promise<RestResult<SiteFile>> | null = null;
  let next: Promise<RestResult<SiteFile>> | null = null;

  /** Loads the held appointments that exist. */
  const readHeld = async (): Promise<RestResult<Appointment[]>> => {
    const found: Appointment[] = [];
    for (const id of held) {
      const answer = await rest.call(readItem('appointments'), { id });
      if (answer.ok) found.push(answer.value.item);
      // There may be no appointment with this id.
      else if (answer.error.kind !== 'refused' || answer.error.errno !== ERRNO.notFound) return answer;
    }
    return { ok: true, value: found };
  };
  const read = async (): Promise<RestResult<SiteFile>> => {
    const listed = !isListed;
    isListed = false;
    const answer = await rest.call(
      READ_SITE,
      { appointments: false, ...wanted, listed },
      wanted.part ? {} : { timeoutMs: ALL_TIMEOUT_MS },
    );
    const appointments = answer.ok ? await readHeld() : answer;
    failure.value = appointments.ok ? null : appointments.error;
    if (!answer.ok) return answer;
    if (!appointments.ok) return appointments;
    const read = { ...answer.value.site, appointments: appointments.value };
    const some = answer.value.part;
    const site = some === undefined ? read : { ...read, locations: await allLocations(read, some, file.value) };
    batch(() => {
      part.value = some?.location ?? '';
      file.value = site;
    });
    return { ok: true, value: site };
  };
  const start = (): Promise<RestResult<SiteFile>> => {
    const mine = read().finally(() => {
      if (reading === mine) reading = null;
    });
    reading = mine;
    return mine;
  };
  const reload = (): Promise<RestResult<SiteFile>> => {
    if (reading === null) return start();
    next ??= reading.then(() => {
      next = null;
      return start();
    });
    return next;
  };
  return {
    file,
    failure,
    part,
    reload,
    enter(location) {
      if (!wanted.part) return;
      wanted = { part: true, location };
      const isRead = file.value !== null && reading === null;
      if ((file.value === null && reading === null) || (isRead && ['', location].includes(part.value))) return;
      isListed = isRead;
      void reload();
    },
    async readAll() {
      const now = file.value;
      if (now !== null && part.value === '') return { ok: true, value: now };
      wanted = { part: false, location: '' };
      return reload();
    },
    async hold(id) {
      held.add(id);
      if (reading !== null || file.value === null) return reload();
      const appointments = await readHeld();
      if (!appointments.ok || file.value === null) return reload();
      const site = { ...file.value, appointments: appointments.value };
      file.value = site;
      return { ok: true, value: site };
    },
    letGo: (id) => void held.delete(id),
  };
}

/** All locations: the loaded one, and the others with their list fields and defaults. */
async function allLocations(
  { locations: [here] }: SiteFile,
  { locations }: SitePart,
  before: SiteFile | null,
): Promise<SiteFile['locations']> {
  if (locations.length === 0) return (before?.locations ?? []).map((each) => (each.id === here?.id ? here : each));
  // The schema is large, and a small site needs it only in an editor.
  const { emptyItem } = await import('./schema.ts');
  const blank = emptyItem('locations') as unknown as SiteFile['locations'][number];
  return locations.map((listed) => (listed.id === here?.id ? here : { ...blank, ...listed }));
}
