/** What people do in a morning, as data: whoever plays it does it with pages, or with requests. */
import type { Clerk, Visitor } from './plan.ts';

export type Target = { readonly type: 'service' | 'desk' | 'user'; readonly id: string; readonly priority: boolean };

export type Deed =
  | { readonly kind: 'takes'; readonly visitor: Visitor }
  | { readonly kind: 'leaves'; readonly visitor: Visitor; readonly label: string }
  /** Calls whoever is next; the visitor who is still at the desk is done with it. */
  | { readonly kind: 'calls'; readonly clerk: Clerk; readonly ending: string | null }
  | {
      readonly kind: 'calls back';
      readonly clerk: Clerk;
      readonly label: string;
      readonly from: 'paused' | 'missed';
    }
  | { readonly kind: 'recalls' | 'ends' | 'pauses' | 'misses'; readonly clerk: Clerk; readonly label: string }
  | { readonly kind: 'sends on'; readonly clerk: Clerk; readonly label: string; readonly target: Target };

/** The label of the ticket that it was about, `A043`; null when it could not be done: nobody waits, it is too late. */
export type Outcome = string | null;

/** Done at once by different people: each of them does one thing. */
export interface Turn {
  readonly minute: number;
  readonly deeds: readonly Deed[];
}
