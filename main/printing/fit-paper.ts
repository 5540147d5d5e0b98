/**
 * Fitting of a ticket's parts to the maximum paper length.
 *
 * Parts that a visitor needs are always printed. The organisation's texts share the remaining space from the top, and
 * are cut where the paper would become too long.
 */

import { append, largest } from '../lib/lists.ts';
import type { SlicedWork } from '../lib/steps.ts';
import { type PaperSide, paperSide } from './alignment.ts';
import { dotsOf, paperDots, paperRoom } from './paper-length.ts';
import type { PrinterProfile } from './profile.ts';
import type { Block } from './ticket-document.ts';
import type { PlacedPart } from './ticket-parts.ts';

const RULE_DOTS = 2;
const SMALL_GAP = 12;
const GAP = 24;
/** Narrower than the text, so that it looks like a rule and not like a border. */
const RULE_SHARES = [0.75, 0.25, 0.5, 0.75, 1] as const;
/** 3, 1.5, 3, 6 and 12 mm. */
const AIR_DOTS = [24, 12, 24, 48, 96] as const;
/** Dots below a part of the short ticket; the number needs none, because its cells are mostly empty below. */
const SHORT_GAPS: Readonly<Partial<Record<Name, number>>> = { head: 6, service: 2, priority: 6, ahead: 8, notes: 8 };

/** Result of laying out a part. */
export interface Laid {
  readonly blocks: readonly Block[];
  /** The part was longer than its space. */
  readonly isCut: boolean;
}

/** Lays out a part in a space of that many dots. */
export type Lay = (piece: PlacedPart, room: number) => SlicedWork<Laid>;

interface Paper {
  readonly profile: PrinterProfile;
  readonly dir: 'ltr' | 'rtl';
}

/** Parts with the organisation's own texts. */
const GIVES_WAY: ReadonlySet<PlacedPart['part']> = new Set(['text', 'extra', 'footer', 'notes']);
/** Space for each other text; more than any of them needs. */
const ROOMY_MM = 150;
/** Space for each if they are too long together: with it, a code and a logo still fit. */
const TIGHT_MM = 48;

/** An empty part, to measure the space around it. */
const PLACE: Laid = { blocks: [{ kind: 'gap', dots: 0 }], isCut: false };

type LaidPieces = ReadonlyMap<PlacedPart, Laid>;

/** Blocks of the parts in order, with their separators. */
function inOrder(pieces: readonly PlacedPart[], laid: LaidPieces, { profile, dir }: Paper): readonly Block[] {
  const blocks: Block[] = [];
  let above: PlacedPart | null = null;
  let separators: Separator[] = [];
  for (const piece of pieces) {
    const { part, size } = piece;
    if (part === 'rule') separators.push({ kind: 'rule', size, side: paperSide(piece.align, dir) });
    if (part === 'gap') separators.push({ kind: 'air', size });
    const own = laid.get(piece)?.blocks ?? [];
    if (own.length === 0) continue;
    // No separator above the first part or below the last.
    if (above !== null) append(blocks, separate(above, piece, separators, profile.dots));
    append(blocks, own);
    above = piece;
    separators = [];
  }
  return blocks;
}

function* layNeeded(pieces: readonly PlacedPart[], lay: Lay, room: number): SlicedWork<Map<PlacedPart, Laid>> {
  const laid = new Map<PlacedPart, Laid>();
  for (const piece of pieces) {
    if (GIVES_WAY.has(piece.part)) continue;
    laid.set(piece, yield* lay(piece, room));
    yield;
  }
  return laid;
}

export function* fitPaper(all: readonly PlacedPart[], lay: Lay, paper: Paper): SlicedWork<Laid> {
  const room = paperRoom(paper.profile);
  let pieces = all;
  let laid = yield* layNeeded(pieces, lay, dotsOf(ROOMY_MM, paper.profile));
  if (paperDots(inOrder(pieces, laid, paper)) > room) {
    // Extreme case, such as names as long as letters: omit the organisation's rules and gaps too.
    pieces = all.filter(({ part }) => part !== 'rule' && part !== 'gap');
    laid = yield* layNeeded(pieces, lay, dotsOf(TIGHT_MM, paper.profile));
  }
  let isCut = [...laid.values()].some((each) => each.isCut);
  for (const piece of pieces) {
    if (!GIVES_WAY.has(piece.part) || piece.text === '') continue;
    const left = room - paperDots(inOrder(pieces, new Map(laid).set(piece, PLACE), paper));
    const own = yield* lay(piece, Math.max(0, left));
    laid.set(piece, own);
    yield;
    if (!own.isCut) continue;
    // A part after a cut text would be read as its end.
    isCut = true;
    break;
  }
  return { blocks: inOrder(pieces, laid, paper), isCut };
}

type Name = PlacedPart['part'];

/** Separator between two printed parts. */
type Separator =
  | { readonly kind: 'rule'; readonly size: number; readonly side: PaperSide }
  | { readonly kind: 'air'; readonly size: number };

/** Related parts have a small gap. */
function usualGap(above: Name, below: Name): number {
  const both = new Set([above, below]);
  if (both.has('logo') && both.has('site')) return SMALL_GAP;
  return both.has('people') && both.has('wait') ? 0 : GAP;
}

/** Gap of adjacent separators: the largest counts. */
function air(separators: readonly Separator[]): number {
  return largest([0, ...separators.map(({ kind, size }) => (kind === 'air' ? (AIR_DOTS[size] ?? GAP) : 0))]);
}

const gap = (dots: number): readonly Block[] => (dots === 0 ? [] : [{ kind: 'gap', dots }]);

/**
 * Separator between two parts of a ticket.
 * Uses the layout's separators, and never two rules in a row.
 */
function separate(
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
