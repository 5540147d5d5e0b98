/**
 * Rotation of images and messages.
 *
 * Visitors can pause them. With reduced motion they change only with a call, when the whole screen changes.
 */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export interface Rotation {
  /** Paused by a visitor. */
  readonly isPaused: ReadonlySignal<boolean>;
  /** No automatic change or motion. */
  readonly isStill: ReadonlySignal<boolean>;
  /** Number of changes of image and message so far. */
  readonly pictures: Signal<number>;
  readonly messages: Signal<number>;
  toggle(): void;
  /** Called when a call gets the large area. */
  changeWithCall(): void;
  /** Resumes when the visitor who paused them has left. */
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

/** Counts up periodically, unless still. @param ms null: there is only one */
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

/** Whether the computer prefers reduced motion. */
export function watchLessMotion(): ReadonlySignal<boolean> {
  const wish = window.matchMedia('(prefers-reduced-motion: reduce)');
  const isWished = signal(wish.matches);
  wish.addEventListener('change', ({ matches }) => {
    isWished.value = matches;
  });
  return isWished;
}
