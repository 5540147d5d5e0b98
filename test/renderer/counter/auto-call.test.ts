import { describe, expect, it } from 'vitest';
import { type AutoCall, type AutoCallNow, autoCall, NOT_CALLING } from '../../../renderer/counter/work/auto-call.ts';

const FREE: AutoCallNow = { isServing: false, isAway: false, isSomebodyNext: true, isOccupied: false, now: 1_000 };
const after = (...steps: readonly Partial<AutoCallNow>[]): AutoCall =>
  steps.reduce<AutoCall>((state, step) => autoCall(state, 20, { ...FREE, ...step }), NOT_CALLING);
const SERVED = { isServing: true };

describe('the call that comes by itself', () => {
  it('comes so many seconds after an end at this page', () => {
    expect(after({}).due).toBeNull();
    expect(after(SERVED, { now: 5_000 }).due).toBe(25_000);
    expect(after(SERVED, { now: 5_000 }, { now: 9_000 }).due).toBe(25_000);
  });

  it('never where the house does not want it', () => {
    expect(autoCall({ ...NOT_CALLING, wasServing: true }, 0, FREE).due).toBeNull();
  });

  it('waits for somebody to come, and counts anew from then', () => {
    expect(after(SERVED, { isSomebodyNext: false }).due).toBeNull();
    expect(after(SERVED, { isSomebodyNext: false }, { now: 60_000 }).due).toBe(80_000);
  });

  it('not on a break, nor after it', () => {
    expect(after(SERVED, { isAway: true }).due).toBeNull();
    expect(after(SERVED, { isAway: true }, {}).due).toBeNull();
  });

  it('not while the clerk is asked something; it counts anew then', () => {
    expect(after(SERVED, {}, { isOccupied: true, now: 15_000 }).due).toBeNull();
    expect(after(SERVED, {}, { isOccupied: true }, { now: 30_000 }).due).toBe(50_000);
  });

  it('not when the end was taken back, or the clerk stopped it', () => {
    expect(after(SERVED, {}, SERVED).due).toBeNull();
    expect(autoCall(NOT_CALLING, 20, FREE).due).toBeNull();
  });
});
