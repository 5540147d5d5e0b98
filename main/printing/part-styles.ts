/** The letters of each part: how large, bold, and whether white on black. */
import { USUALLY_BOLD } from '../site/contract/ticket-layout.ts';
import type { PlacedPart } from './ticket-parts.ts';

export interface PartStyle {
  readonly times: readonly [width: number, height: number];
  /** Size when drawn. 28 px gives capitals of 20 dots: 2.5 mm. */
  readonly px: number;
  readonly bold: boolean;
  readonly inverted: boolean;
  /** With little air between its lines. */
  readonly isClose: boolean;
}

type PartSize = Pick<PartStyle, 'times' | 'px'>;
type Sizes = Readonly<Partial<Record<PlacedPart['part'], PartSize>>>;

const PLAIN: PartSize = { times: [1, 1], px: 28 };

/** The usual size of each text. */
const USUAL_SIZES: Sizes = {
  site: { times: [1, 1], px: 30 },
  service: { times: [2, 2], px: 44 },
  priority: { times: [2, 2], px: 40 },
  people: { times: [1, 2], px: 34 },
  wait: { times: [1, 2], px: 34 },
  copy: { times: [2, 2], px: 36 },
};

/** The same on the short ticket. */
const SHORT_PLAIN: PartSize = { times: [1, 1], px: 24 };
const SHORT_SIZES: Sizes = {
  service: { times: [1, 2], px: 32 },
  priority: { times: [1, 1], px: 24 },
  ahead: { times: [1, 1], px: 26 },
};

/** Sizes 1 to 4 of texts. */
const TEXT_SIZES: Readonly<Record<number, PartSize>> = {
  1: { times: [1, 1], px: 28 },
  2: { times: [1, 2], px: 36 },
  3: { times: [2, 2], px: 44 },
  4: { times: [3, 3], px: 64 },
};

export function usualSize({ part, isShort }: PlacedPart): PartSize {
  return isShort ? (SHORT_SIZES[part] ?? SHORT_PLAIN) : (USUAL_SIZES[part] ?? PLAIN);
}

const BOLD: ReadonlySet<PlacedPart['part']> = new Set([...USUALLY_BOLD, 'copy', 'ahead']);

export function styleOf(piece: PlacedPart): PartStyle {
  const { part, size, bold, isShort = false } = piece;
  return {
    ...(TEXT_SIZES[size] ?? usualSize(piece)),
    isClose: isShort,
    bold: bold ?? BOLD.has(part),
    inverted: part === 'copy' || part === 'priority',
  };
}
