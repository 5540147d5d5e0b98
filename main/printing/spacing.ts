/** The air and the lines between the parts of a ticket. */

import { largest } from '../lib/lists.ts';
import type { PaperSide } from './alignment.ts';
import type { Block } from './ticket-document.ts';
import type { PlacedPart } from './ticket-parts.ts';

const RULE_DOTS = 2;
const SMALL_GAP = 12;
const GAP = 24;
/** A rule as wide as the text looks like a border; this one looks like a rule. */
const RULE_SHARES = [0.75, 0.25, 0.5, 0.75, 1] as const;
/** 3, 1.5, 3, 6 and 12 mm. */
const AIR_DOTS = [24, 12, 24, 48, 96] as const;

type Name = PlacedPart['part'];

/** Something between two parts that are printed. */
export type Separator =
  | { readonly kind: 'rule'; readonly size: number; readonly side: PaperSide }
  | { readonly kind: 'air'; readonly size: number };

/** Parts that belong together stand close. */
function usualGap(above: Name, below: Name): number {
  const both = new Set([above, below]);
  if (both.has('logo') && both.has('site')) return SMALL_GAP;
  return both.has('people') && both.has('wait') ? 0 : GAP;
}

/** Dots below a part of the short ticket; the number, whose cells are mostly empty below, needs none. */
const SHORT_GAPS: Readonly<Partial<Record<Name, number>>> = { head: 6, service: 2, priority: 6, ahead: 8, notes: 8 };

/** Air of several parts that came together because nothing stands between them counts once. */
function air(separators: readonly Separator[]): number {
  return largest([0, ...separators.map(({ kind, size }) => (kind === 'air' ? (AIR_DOTS[size] ?? GAP) : 0))]);
}

const gap = (dots: number): readonly Block[] => (dots === 0 ? [] : [{ kind: 'gap', dots }]);

/** Between two parts: what the layout put there, never two lines in a row. */
export function separate(
  { part: above, isShort }: PlacedPart,
  { part: below }: PlacedPart,
  separators: readonly Separator[],
  dots: number,
): readonly Block[] {
  if (isShort && below !== 'copy') return gap(SHORT_GAPS[above] ?? 0);
  const at = separators.findIndex(({ kind }) => kind === 'rule');
  const rule = separators[at];
  if (rule?.kind !== 'rule') return gap(usualGap(above, below) + air(separators));
  const widthDots = Math.floor((dots * (RULE_SHARES[rule.size] ?? 1)) / 16) * 16;
  return [
    ...gap(SMALL_GAP + air(separators.slice(0, at))),
    { kind: 'rule', widthDots, heightDots: RULE_DOTS, side: rule.side },
    ...gap(GAP + air(separators.slice(at))),
  ];
}
