/**
 * Current site, reloaded after each change.
 *
 * Appointments are not included, since there may be very many: only those on the screen are loaded.
 */
import { type ReadonlySignal, signal } from '@preact/signals';
import { ERRNO } from '../../../main/lib/result.ts';
import { READ_SITE, readItem } from '../../../main/site/contract/endpoints.ts';
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
  /** Adds an appointment to the file, if it exists, until it is released. */
  hold(id: string): Promise<RestResult<SiteFile>>;
  letGo(id: string): void;
}

export function createAdminSite(rest: Rest): AdminSite {
  const file = signal<SiteFile | null>(null);
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
    const answer = await rest.call(READ_SITE, { appointments: false });
    const appointments = answer.ok ? await readHeld() : answer;
    failure.value = appointments.ok ? null : appointments.error;
    if (!answer.ok) return answer;
    if (!appointments.ok) return appointments;
    const site = { ...answer.value.site, appointments: appointments.value };
    file.value = site;
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
    reload,
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
