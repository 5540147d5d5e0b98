/** Minimum letter size, and the calls readable from a distance. */
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { DisplayAnswer } from '../../main/devices/contract/rest/displays.ts';
import { leastLetters, readableCm } from './legibility.ts';
import { useModel } from './model.ts';
import { capitalInEms } from './text-width.ts';

type Shown = Pick<DisplayAnswer, 'device' | 'settings'>;

/** All that a visitor has to read to find the desk. */
const TO_READ = '.focus-number, .focus-desk, .focus-their-desk, .line-label, .line-desk';

/** In CSS pixels; another one when the window changes. */
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
 * Measures what has just been drawn, and tells the model: after each drawing of a part in which letters stand. Not in a
 * moment in which more are called at once than there is room for, nor before the list knows its room and the page its letters.
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
