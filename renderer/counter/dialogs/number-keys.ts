/** Number keys 1 to 9 of an open dialog. */
import { useLayoutEffect } from 'preact/hooks';

/** Uses the digit on the key, whatever the script. `place`: 0 for the key 1. */
export function useNumberKeys(choose: (place: number, withShift: boolean) => void): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? (/^[1-9]$/.test(event.key) ? event.key : '');
      if (digit === '') return;
      event.preventDefault();
      event.stopPropagation();
      choose(Number(digit) - 1, event.shiftKey);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  });
}
