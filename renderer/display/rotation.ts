/**
 * Rotation of pictures and messages.
 *
 * Which of them stands there, and whether they change by themselves. Somebody may have them stand still; where less
 * motion is wished they change with a call alone, when all of the screen does.
 */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export interface Rotation {
  /** Somebody has stopped them. */
  readonly isPaused: ReadonlySignal<boolean>;
  /** Nothing changes or moves by itself. */
  readonly isStill: ReadonlySignal<boolean>;
  /** How many pictures and messages have given way to the next so far. */
  readonly pictures: Signal<number>;
  readonly messages: Signal<number>;
  toggle(): void;
  /** A call has the large place. */
  changeWithCall(): void;
  /** Nobody is there any more who could have stopped them. */
  goOn(): void;
}

export function createRotation(lessMotion: ReadonlySignal<boolean>): Rotation {
  const isPaused = signal(false);
  const pictures = signal(0);
  const messages = signal(0);
  return {
    isPaused,
    isStill: computed(() => isPaused.value || lessMotion.value),
    pictures,
    messages,
    toggle() {
      isPaused.value = !isPaused.peek();
    },
    changeWithCall() {
      if (isPaused.peek() || !lessMotion.peek()) return;
      pictures.value += 1;
      messages.value += 1;
    },
    goOn() {
      isPaused.value = false;
    },
  };
}

/** Counts on after so many milliseconds, unless nothing is to change by itself. @param ms null: there is nothing to change to. */
export function useTurns({ isStill }: Rotation, turns: Signal<number>, ms: number | null): void {
  const at = turns.value;
  const stands = ms === null || isStill.value;
  useEffect(() => {
    if (stands) return undefined;
    const timer = window.setTimeout(() => {
      turns.value = at + 1;
    }, ms);
    return () => window.clearTimeout(timer);
  }, [at, ms, stands]);
}

/** Whether the computer wishes less motion. */
export function watchLessMotion(): ReadonlySignal<boolean> {
  const wish = window.matchMedia('(prefers-reduced-motion: reduce)');
  const isWished = signal(wish.matches);
  wish.addEventListener('change', ({ matches }) => {
    isWished.value = matches;
  });
  return isWished;
}
