/** Space that texts need, as a multiple of the available space. */
import { heightsOf, partsOf } from '../shared/use-fit.ts';

/** Of parts that stand below each other. */
export function needOfColumn(place: HTMLElement): number {
  const { paddingTop, paddingBottom, paddingLeft, paddingRight } = getComputedStyle(place);
  const height = place.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
  const width = place.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  const parts = partsOf(place);
  return Math.max(heightsOf(parts) / height, ...parts.map((part) => part.scrollWidth / width));
}

/** Of lines of texts beside each other, each with a column of its own, or below each other (`data-layout`). */
export function needOfLines(place: HTMLElement): number {
  const areBelow = place.dataset.layout === 'below';
  const heightIn = (line: Element, text: HTMLElement): number =>
    areBelow && line instanceof HTMLElement ? heightsOf(partsOf(line)) : text.offsetHeight;
  return Math.max(
    0,
    ...[...place.children].flatMap((line) =>
      [...line.children].flatMap((text) =>
        text instanceof HTMLElement
          ? [heightIn(line, text) / line.clientHeight, text.scrollWidth / Math.max(1, text.clientWidth)]
          : [],
      ),
    ),
  );
}
