/** Remembers since when something is wrong, and since when the server is reached or not. */
import type { Clock } from '../../lib/context.ts';
import type { PanelTrouble, PanelTroubleKind } from '../contract/panel.ts';
import type { LinkState } from '../machine/model.ts';
import { findIssues, type KioskCondition } from './issues.ts';

export interface ConditionNotes {
  /** To be told at every change. */
  note(condition: KioskCondition): void;
  troubles(): readonly PanelTrouble[];
  /** ISO instant; empty before the server was asked for the first time. */
  linkSince(): string;
}

export function noteCondition(clock: Clock): ConditionNotes {
  let since = new Map<PanelTroubleKind, string>();
  let troubles: readonly PanelTrouble[] = [];
  let isReached: boolean | null = null;
  let linkSince = '';

  function noteLink({ kind }: LinkState, now: string): void {
    if (kind === 'starting') return;
    const reached = kind === 'up';
    if (reached === isReached) return;
    isReached = reached;
    linkSince = now;
  }

  return {
    note(condition) {
      const now = new Date(clock.now()).toISOString();
      noteLink(condition.link, now);
      troubles = findIssues(condition).map((found) => ({ ...found, since: since.get(found.kind) ?? now }));
      since = new Map(troubles.map(({ kind, since: at }) => [kind, at]));
    },
    troubles: () => troubles,
    linkSince: () => linkSince,
  };
}
