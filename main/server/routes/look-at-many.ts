/** A change of many things is looked at, or done as it was looked at. */
import { type ManyAnswer, MOST_TOLD } from '../../contract/rest/many.ts';
import { ok, type Result } from '../../contract/result.ts';
import { siteEditor } from '../auth/caller.ts';
import type { RequestContext } from '../deps.ts';
import type { Refusal } from '../refusal.ts';
import { changeMany, foresee, type ManyChanges, type Wish } from '../site/many-changes.ts';

export type Answer = Promise<Result<ManyAnswer, Refusal>>;

interface Asked {
  readonly apply: boolean;
  readonly token: string;
}

export async function look(wish: Wish, { apply, token }: Asked, context: RequestContext): Answer {
  const { sites, store } = context;
  const by = siteEditor(context);
  const found = apply
    ? await changeMany(context, wish, by, token)
    : await foresee(store, sites.current().file, wish, by);
  return found.ok ? ok(told(found.value, apply)) : found;
}

function told({ changes, token }: ManyChanges, done: boolean): ManyAnswer {
  const first = changes.slice(0, MOST_TOLD).map(({ fields, ...change }) => ({
    ...change,
    fields: fields.map(({ field, before, after }) => ({ field, before, after })),
  }));
  return { success: true, done, token, count: changes.length, changes: first, faults: [] };
}
