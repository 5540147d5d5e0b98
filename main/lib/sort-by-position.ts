/**
 * Sort by the organisation's order.
 *
 * Those with a place by it, the others behind, as they stand.
 */
interface Positioned {
  readonly position: number;
}

export function inOrder<Item extends Positioned>(items: readonly Item[]): readonly Item[] {
  return items.every(({ position }) => position === 0) ? items : items.toSorted(byPosition);
}

export function byPosition(one: Positioned, other: Positioned): number {
  return placeOf(one) - placeOf(other);
}

function placeOf({ position }: Positioned): number {
  return position === 0 ? Number.MAX_SAFE_INTEGER : position;
}
