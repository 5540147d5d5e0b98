/** Ids stand in the order of their making, whatever clocks do, and behind those of others. */
import { expect, it } from 'vitest';
import { CLOCK_MARGIN_MS, firstUuidAt, uuidSource } from '../../main/lib/uuid.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function expectOrder(ids: readonly string[]): void {
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(FORM);
}

it('grow within a millisecond, also when there are more than it has room for, and when the clock is set back', () => {
  const next = uuidSource();
  expectOrder([...Array.from({ length: 5_000 }, () => next(NOW)), next(NOW - 1_000), next(NOW + 60_000)]);
});

it('follow those of another source, whose clock may be ahead', () => {
  for (const ahead of [0, 1, 250, CLOCK_MARGIN_MS / 2]) {
    const [one, other] = [uuidSource(), uuidSource()];
    const ids: string[] = [];
    for (let turn = 0; turn < 5_000; turn += 1) {
      ids.push(turn % 2 === 0 ? one(NOW, ids.at(-1)) : other(NOW + ahead, ids.at(-1)));
    }
    expectOrder(ids);
  }
});

it('are not led away by a clock that is wrong by hours: they are looked up by their time', () => {
  const wrong = uuidSource()(NOW + 2 * CLOCK_MARGIN_MS);
  const id = uuidSource()(NOW, wrong);
  expect(id < wrong && id >= firstUuidAt(NOW) && id < firstUuidAt(NOW + 1)).toBe(true);
});
