/** Choice of the parts that fit an idle display: pictures, words, and rows of queues. */
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { heightsOf, partsOf } from '../shared/use-fit.ts';
import { idleRoom } from './picture-room.ts';

/** Sets `data-pictures` of the element and hides queues without room, after each render and resize. */
export function useIdleRoom(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const at = place.current;
    if (at === null) return undefined;
    const fit = (): void => fitIdle(at);
    fit();
    const observer = new ResizeObserver(fit);
    for (const part of [at, ...at.querySelectorAll('*')]) observer.observe(part);
    return () => observer.disconnect();
  });
}

function fitIdle(place: HTMLElement): void {
  const words = place.querySelector<HTMLElement>('.welcome-words');
  if (words === null) return;
  const queues = [...place.querySelectorAll<HTMLElement>('.queue')];
  for (const queue of queues) queue.hidden = false;
  const wordsWith = (pictures: boolean): number => {
    place.dataset.pictures = String(pictures);
    return contentHeight(words);
  };
  const tops = [...new Set(queues.map(({ offsetTop }) => offsetTop))];
  const isOf = (top: number) => (queue: HTMLElement) => queue.offsetTop === top;
  const rows = tops.map((top) => queues.filter(isOf(top)));
  const fitting = idleRoom({
    width: place.clientWidth,
    height: place.clientHeight,
    screen: window.innerWidth * window.innerHeight,
    gap: Number.parseFloat(getComputedStyle(place).rowGap),
    wordsBeside: place.querySelector('.media') === null ? null : wordsWith(true),
    wordsAlone: wordsWith(false),
    rows: rows.map((row) => Math.max(...row.map(({ offsetHeight }) => offsetHeight))),
  });
  place.dataset.pictures = String(fitting.hasPictures);
  for (const queue of rows.slice(fitting.rows).flat()) queue.hidden = true;
}

/** Height that the parts of a column need, however high it is. */
function contentHeight(column: HTMLElement): number {
  const { paddingTop, paddingBottom, rowGap } = getComputedStyle(column);
  const parts = partsOf(column).filter(({ offsetHeight }) => offsetHeight > 0);
  const gaps = Math.max(0, parts.length - 1) * Number.parseFloat(rowGap);
  return Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom) + heightsOf(parts) + gaps;
}
