import { describe, expect, it } from 'vitest';
import { type AutoCall, type AutoCallNow, autoCall, NOT_CALLING } from '../../../renderer/counter/work/auto-call.ts';

const FREE: AutoCallNow = { isServing: false, isAway: false, isSomebodyNext: true, isOccupied: false, now: 1_000 };
const after = (...steps: readonly Partial<AutoCallNow>[]): AutoCall =>
  steps.reduce<AutoCall>((state, step) => autoCall(state, 20, { ...FREE, ...step }), NOT_CALLING);
const SERVED = { isServing: true };

describe('the automatic call', () => {
  it('follows the configured time after an end on this page', () => {
    expect(after({}).due).toBeNull();
    expect(after(SERVED, { now: 5_000 }).due).toBe(25_000);
    expect(after(SERVED, { now: 5_000 }, { now: 9_000 }).due).toBe(25_000);
  });

  it('never without the setting', () => {
    expect(autoCall({ ...NOT_CALLING, wasServing: true }, 0, FREE).due).toBeNull();
  });

  it('waits for a visitor, and restarts its countdown then', () => {
    expect(after(SERVED, { isSomebodyNext: false }).due).toBeNull();
    expect(after(SERVED, { isSomebodyNext: false }, { now: 60_000 }).due).toBe(80_000);
  });

  it('not on a break, nor after it', () => {
    expect(after(SERVED, { isAway: true }).due).toBeNull();
    expect(after(SERVED, { isAway: true }, {}).due).toBeNull();
  });

  it('not during a question to the clerk; its countdown restarts then', () => {
    expect(after(SERVED, {}, { isOccupied: true, now: 15_000 }).due).toBeNull();
    expect(after(SERVED, {}, { isOccupied: true }, { now: 30_000 }).due).toBe(50_000);
  });

  it('not after an undo, or when the clerk stopped it', () => {
    expect(after(SERVED, {}, SERVED).due).toBeNull();
    expect(autoCall(NOT_CALLING, 20, FREE).due).toBeNull();
  });
});
