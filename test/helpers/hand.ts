/** Simulated touches with their own timestamps, so that a gesture is fast even on a slow machine. */
import type { Page } from 'playwright-core';

const SECOND_MS = 1_000;
/** Time between touch start and end, and between touches. */
const QUICK_MS = 50;

export interface Hand {
  touch(type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number): Promise<void>;
  tap(x: number, y: number): Promise<void>;
  /** Pauses, so that the next touch counts as a new gesture. */
  rests(ms?: number): void;
}

export async function handOn(page: Page): Promise<Hand> {
  const hand = await page.context().newCDPSession(page);
  let at = Date.now();
  const touch: Hand['touch'] = async (type, x, y) => {
    at += QUICK_MS;
    const touchPoints = type === 'touchEnd' ? [] : [{ x, y }];
    await hand.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: at / SECOND_MS });
  };
  return {
    touch,
    async tap(x, y) {
      await touch('touchStart', x, y);
      await touch('touchEnd', x, y);
    },
    rests(ms = SECOND_MS) {
      at += ms;
    },
  };
}
