import { describe, expect, it } from 'vitest';
import { retryDelayMs } from '../../../main/webhooks/rules/retry-delay.ts';

const HOUR_MS = 3_600_000;

describe('the delay before a retry', () => {
  it('doubles from five seconds up to an hour', () => {
    const delays = Array.from({ length: 12 }, (_, tries) => retryDelayMs(tries + 1, 1) / 1000);
    expect(delays).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
    expect(retryDelayMs(10_000, 1)).toBe(HOUR_MS);
  });

  it('is spread randomly over its second half', () => {
    expect(retryDelayMs(3, 0)).toBe(10_000);
    expect(retryDelayMs(3, 0.5)).toBe(15_000);
  });

  it('is at least what the receiver requests, and at most an hour', () => {
    expect(retryDelayMs(1, 0, 90_000)).toBe(90_000);
    expect(retryDelayMs(5, 1, 1_000)).toBe(80_000);
    expect(retryDelayMs(1, 0, 10 * HOUR_MS)).toBe(HOUR_MS);
  });
});
