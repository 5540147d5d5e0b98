/** Row functions of the site changes that can be undone. */
import type { Effect } from '../../database/effect.ts';
import type { UndoDraft, UndoRecord } from './site-changes.ts';

export interface UndoRows {
  /** Changes after the instant, newest first. */
  siteUndos(after: number): Effect<readonly UndoRecord[]>;
  siteUndo(changeId: string, after: number): Effect<(UndoRecord & Pick<UndoDraft, 'items'>) | null>;
  dropSiteUndos(until: number): Effect<void>;
}
