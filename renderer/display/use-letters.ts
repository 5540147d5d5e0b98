/** Minimum letter size, and the calls readable from a distance. */

import { signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { DisplayAnswer } from '../../main/devices/contract/rest/displays.ts';
import { heightsOf, partsOf } from '../shared/use-fit.ts';
import { leastLetters, readableCm } from './legibility.ts';
import { useModel } from './model.ts';

type Shown = Pick<DisplayAnswer, 'device' | 'settings'>;

/** Text that a visitor must read to find the desk. */
const TO_READ = '.focus-number, .focus-desk, .focus-their-desk, .line-label, .line-desk';

const SIZE = 100;

const BOLD = 700;

/** Font weight of desk names in the list. */
export const REGULAR = 400;

const USUAL_CAPITAL = 0.67;

const generation = signal(0);

const known = new Map<string, number>();

const pen = document.createElement('canvas').getContext('2d');

document.fonts.addEventListener('loadingdone', () => {
  known.clear();
  generation.value += 1;
});

/** Width of a text relative to the font size; updates when fonts have loaded. */
export function widthInEms(text: string, weight = BOLD): number {
  void generation.value;
  // The page uses tabular figures, which a canvas does not.
  const figures = text.replaceAll(/\d/g, '0');
  const key = `${weight} ${figures}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (pen === null) return [...text].length * 0.62;
  pen.font = font(weight);
  const width = Math.max(0.5, pen.measureText(figures).width / SIZE);
  if (known.size > 500) known.clear();
  known.set(key, width);
  return width;
}

/** Height of a capital relative to the font size. */
function capitalInEms(): number {
  void generation.value;
  if (pen === null) return USUAL_CAPITAL;
  pen.font = font(BOLD);
  return pen.measureText('H').actualBoundingBoxAscent / SIZE || USUAL_CAPITAL;
}

function font(weight: number): string {
  return `${weight} ${SIZE}px ${getComputedStyle(document.documentElement).getPropertyValue('--family')}`;
}

/** In CSS pixels; updates when the window changes. */
export function useLeastLetters({ device, settings }: Shown): number {
  const [, setSize] = useState('');
  useEffect(() => {
    const changed = (): void => setSize(`${window.innerWidth} ${window.innerHeight}`);
    window.addEventListener('resize', changed);
    return () => window.removeEventListener('resize', changed);
  }, []);
  return leastLetters(device.screen_inches, settings.read_metres, capitalInEms(), window);
}

/**
 * Measures rendered text, and reports it to the model after each render. Skipped while more calls are queued than fit,
 * and before layout and fonts are ready.
 */
export function useMeasuredLetters({ device, settings }: Shown): void {
  const { noteLetters } = useModel();
  useLayoutEffect(() => {
    const list = document.querySelector<HTMLElement>('.list-lines');
    if (list?.dataset.crowded === 'true' || document.fonts.status !== 'loaded') return;
    const sizes = [...document.querySelectorAll(TO_READ)].map((text) =>
      Number.parseFloat(getComputedStyle(text).fontSize),
    );
    if (sizes.length === 0) return;
    noteLetters({
      of: [
        device.screen_inches,
        settings.read_metres,
        settings.last_calls,
        window.innerWidth,
        window.innerHeight,
      ].join(),
      cm: device.screen_inches === 0 ? 0 : readableCm(Math.min(...sizes), device.screen_inches, capitalInEms(), window),
      lines: Number(list?.dataset.room ?? 0),
    });
  });
}

/** For parts stacked in a column. */
export function needOfColumn(place: HTMLElement): number {
  const { paddingTop, paddingBottom, paddingLeft, paddingRight } = getComputedStyle(place);
  const height = place.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
  const width = place.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  const parts = partsOf(place);
  return Math.max(heightsOf(parts) / height, ...parts.map((part) => part.scrollWidth / width));
}

/** For lines of texts in columns or stacked (`data-layout`). */
export function needOfLines(place: HTMLElement): number {
  const areBelow = place.dataset.layout === 'below';
  const heightIn = (line: Element, text: HTMLElement): number =>
    areBelow && line instanceof HTMLElement ? heightsOf(partsOf(line)) : text.offsetHeight;
  return Math.max(
    0,
    ...[...place.querySelectorAll('.line')].flatMap((line) =>
      [...line.children].flatMap((text) =>
        text instanceof HTMLElement
          ? [heightIn(line, text) / line.clientHeight, text.scrollWidth / Math.max(1, text.clientWidth)]
          : [],
      ),
    ),
  );
}

/** Inner size of an element in CSS pixels, before painting and after each change. */
export function useRoom(ref: RefObject<HTMLElement | null>): { readonly width: number; readonly height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const place = ref.current;
    if (place === null) return undefined;
    const measure = (): void => {
      const { paddingTop, paddingBottom, paddingLeft, paddingRight } = getComputedStyle(place);
      const width = place.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const height = place.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
      setRoom((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, [ref]);
  return room;
}
