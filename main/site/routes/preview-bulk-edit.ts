/** A change of many things is looked at, or done as it was looked at. */

import { siteEditor } from '../../access/service/caller.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { ok, type Result } from '../../lib/result.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import { MAX_TOLD, type ManyAnswer } from '../contract/rest/bulk-edit.ts';
import { changeMany, type ManyChanges, previewChange, type SiteEdit } from '../service/bulk-changes.ts';
import type { SiteHolder } from '../service/site-holder.ts';

export type PreviewResult = Promise<Result<ManyAnswer, Refusal>>;

/** Who asks for a change, and where it is made. */
interface Looking extends Pick<RequestContext, 'caller' | 'keysAsked' | 'store'> {
  readonly sites: SiteHolder;
}

interface Asked {
  readonly apply: boolean;
  readonly token: string;
}

export async function look(wish: SiteEdit, asked: Asked, context: Looking): PreviewResult {
  const found = await lookOrDo(wish, asked, context);
  return found.ok ? ok(told(found.value, asked.apply)) : found;
}

/** The same, for whoever has more to tell of it. */
export async function lookOrDo(
  wish: SiteEdit,
  { apply, token }: Asked,
  context: Looking,
): Promise<Result<ManyChanges, Refusal>> {
  const { sites, store } = context;
  const by = siteEditor(context);
  return apply ? changeMany(context, wish, by, token) : previewChange(store, sites.current().file, wish, by);
}

export function told({ changes, token }: Pick<ManyChanges, 'changes' | 'token'>, done: boolean): ManyAnswer {
  const first = changes.slice(0, MAX_TOLD).map(({ fields, ...change }) => ({
    ...change,
    fields: fields.map(({ field, before, after }) => ({ field, before, after })),
  }));
  return { success: true, done, token, count: changes.length, changes: first, faults: [] };
}

/** Null for what is none. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
