/**
 * Single-switch scanning.
 *
 * The focus moves automatically from control to control, and the switch selects the current one. A keyboard is scanned
 * by row, then by key within the selected row.
 */

export interface Scan {
  readonly isOn: boolean;
  /** Switch press: starts, enters a row, or presses a control. */
  press(): void;
  /** The timeout is near: continues at the button that extends it. */
  attend(): void;
  /** Milliseconds of two rounds over all rows and the keys of the longest. */
  twoRounds(): number;
  end(): void;
}

/** Rounds without a press after which the user is gone, or the row was wrong. */
const ROUNDS = 3;
const CONTROLS = 'button:not([disabled]):not([aria-disabled="true"])';

/** @param onStand receives the current position; null after a long time without a press */
export function createScan(root: HTMLElement, seconds: () => number, onStand: (on: HTMLElement | null) => void): Scan {
  let timer: number | undefined;
  let row: HTMLElement | null = null;
  let current: HTMLElement | null = null;
  let passed = 0;

  const countdown = (): HTMLElement | null => root.querySelector<HTMLElement>('.timeout');

  /** Excludes controls covered by the countdown. */
  function isShown(element: HTMLElement): boolean {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    const above = countdown();
    if (above === null || above.contains(element)) return true;
    const { top, height } = element.getBoundingClientRect();
    const cover = above.getBoundingClientRect();
    return top + height / 2 < cover.top || top + height / 2 > cover.bottom;
  }
  const keysIn = (keys: HTMLElement): readonly HTMLElement[] =>
    [...keys.querySelectorAll<HTMLElement>(CONTROLS)].filter(isShown);

  /** Controls, and whole rows of keys. */
  function stops(): readonly HTMLElement[] {
    if (row?.isConnected === true) return keysIn(row);
    const all = [...root.querySelectorAll<HTMLElement>(`.keys, ${CONTROLS}`)].filter(isShown);
    return all.filter((each) => each.matches('.keys') || each.closest('.keys') === null);
  }
  function stand(on: HTMLElement | null): void {
    current?.removeAttribute('data-heard');
    current = on;
    on?.setAttribute('data-heard', '');
    if (on instanceof HTMLButtonElement) on.focus();
    if (on !== null) onStand(on);
  }
  function step(): void {
    const all = stops();
    const next = all[(all.indexOf(current as HTMLElement) + 1) % Math.max(1, all.length)] ?? null;
    passed += 1;
    if (passed <= ROUNDS * all.length) stand(next);
    else if (row === null) {
      end();
      onStand(null);
    } else leaveRow();
  }
  function leaveRow(): void {
    row = null;
    passed = 0;
    stand(stops()[0] ?? null);
  }
  function run(): void {
    window.clearInterval(timer);
    timer = window.setInterval(step, seconds() * 1000);
  }
  function end(): void {
    window.clearInterval(timer);
    timer = undefined;
    row = null;
    stand(null);
  }

  return {
    get isOn() {
      return timer !== undefined;
    },
    press() {
      passed = 0;
      if (timer === undefined) {
        step();
        run();
        return;
      }
      const chosen = current;
      if (chosen?.matches('.keys') === true) {
        row = chosen;
        stand(stops()[0] ?? null);
      } else {
        row = null;
        chosen?.click();
        // The controls of a removed screen are gone, too.
        stand(chosen?.isConnected === true ? chosen : null);
      }
      run();
    },
    attend() {
      const more = countdown()?.querySelector<HTMLElement>('.timeout-more') ?? null;
      if (timer === undefined || more === null) return;
      row = null;
      stand(more);
      run();
    },
    twoRounds() {
      const all = stops();
      const inRow = all.filter((each) => each.matches('.keys')).map((keys) => keysIn(keys).length);
      return 2 * (all.length + Math.max(0, ...inRow)) * seconds() * 1000;
    },
    end,
  };
}
