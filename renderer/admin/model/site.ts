/** The whole site as the server has it, read again whenever somebody changed it. */
import { type ReadonlySignal, signal } from '@preact/signals';
import type { SiteFile } from '../../../main/contract/site.ts';
import type { Rest, RestFailure, RestResult } from '../../shared/rest.ts';

export interface AdminSite {
  /** Null until it has been read once. */
  readonly file: ReadonlySignal<SiteFile | null>;
  /** Why it could not be read the last time; null: it could. */
  readonly failure: ReadonlySignal<RestFailure | null>;
  /** Reads it; while it is being read already, once more after that, so that what comes back is never older. */
  reload(): Promise<RestResult<SiteFile>>;
}

export function createAdminSite(rest: Rest): AdminSite {
  const file = signal<SiteFile | null>(null);
  const failure = signal<RestFailure | null>(null);
  let reading: Promise<RestResult<SiteFile>> | null = null;
  let next: Promise<RestResult<SiteFile>> | null = null;

  const read = async (): Promise<RestResult<SiteFile>> => {
    const answer = await rest.get<{ readonly site: SiteFile }>('v2/admin/site');
    failure.value = answer.ok ? null : answer.error;
    if (!answer.ok) return answer;
    file.value = answer.value.site;
    return { ok: true, value: answer.value.site };
  };
  const start = (): Promise<RestResult<SiteFile>> => {
    const mine = read().finally(() => {
      if (reading === mine) reading = null;
    });
    reading = mine;
    return mine;
  };
  return {
    file,
    failure,
    reload() {
      if (reading === null) return start();
      next ??= reading.then(() => {
        next = null;
        return start();
      });
      return next;
    },
  };
}
