/** A finger on a page, as quick as a hand is, however slow the computer: its touches bear the times of a clock of its own. */
import type { Page } from 'playwright-core';

const SECOND_MS = 1_000;
/** From one touch to its end, and from there to the next. */
const QUICK_MS = 50;

export interface Hand {
  touch(type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number): Promise<void>;
  tap(x: number, y: number): Promise<void>;
  /** What it does next is a deed of its own. */
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
