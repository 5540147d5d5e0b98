/** Queries of the site changes that can be undone. */
import { query } from '../../store/contract/scope.ts';
import type { UndoDraft, UndoRecord } from './site-changes.ts';

/** How long a change can be undone. */
export const UNDO_MS = 7 * 24 * 3_600_000;

/** Newest first. */
export const siteUndos = query<{ readonly now: number }, readonly UndoRecord[]>({
  scope: 'global',
  snapshot: false,
  *run(rows, { now }) {
    return yield* rows.siteUndos(now - UNDO_MS);
  },
});

export const siteUndo = query<
  { readonly changeId: string; readonly now: number },
  (UndoRecord & Pick<UndoDraft, 'items'>) | null
>({
  scope: 'global',
  snapshot: false,
  *run(rows, { changeId, now }) {
    return yield* rows.siteUndo(changeId, now - UNDO_MS);
  },
});
