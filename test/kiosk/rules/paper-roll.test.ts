/** Paper used since the roll was changed, and tickets left, learned from rolls that ended. */
import { expect, it } from 'vitest';
import {
  ticketsLeft as left,
  NEW_ROLL,
  type PaperRoll,
  rollAfterChange,
  rollAfterPrint,
  rollAfterStatus,
} from '../../../main/kiosk/rules/paper-roll.ts';

const ticketsLeft = (roll: PaperRoll, saidMm = 0): number => left(roll, saidMm);

const NOON = Date.parse('2026-11-20T12:00:00Z');

function printed(roll: PaperRoll, tickets: number, mm = 100): PaperRoll {
  let after = roll;
  for (let count = 0; count < tickets; count += 1) after = rollAfterPrint(after, mm);
  return after;
}

const changed = (roll: PaperRoll, at: number): PaperRoll =>
  rollAfterStatus(rollAfterStatus(roll, 'out', at - 1), 'ok', at);

it('what was on the roll before a change was seen tells nothing', () => {
  const first = printed(NEW_ROLL, 300);
  expect(ticketsLeft(first)).toBe(0);
  expect(changed(first, NOON)).toEqual({ paper: 'ok', since: NOON, usedMm: 0, tickets: 0, rollMm: 0 });
});

it('a roll that ended says how many tickets the next one has', () => {
  const second = changed(printed(changed(NEW_ROLL, NOON), 500), NOON + 1);
  expect(second).toMatchObject({ rollMm: 50_000, usedMm: 0, tickets: 0 });
  expect(ticketsLeft(printed(second, 100))).toBe(400);
  expect(ticketsLeft(printed(second, 100, 200))).toBe(150);
  // A longer roll than the others is not at its end.
  expect(ticketsLeft(printed(second, 600))).toBe(1);
});

it('rolls of different lengths count together, and one that has come to its end has none left', () => {
  const long = changed(printed(changed(NEW_ROLL, NOON), 500), NOON + 1);
  const short = printed(long, 300);
  expect(ticketsLeft(short)).toBe(200);
  const ended = rollAfterStatus(short, 'out', NOON + 2);
  expect(ended.rollMm).toBe(40_000);
  expect(ticketsLeft(ended)).toBe(0);
});

it('a roll changed while the paper was low is a new one, and does not say how long rolls are', () => {
  const low = rollAfterStatus(printed(changed(NEW_ROLL, NOON), 450), 'low', NOON + 1);
  expect(low).toMatchObject({ since: NOON, tickets: 450 });
  expect(rollAfterStatus(low, 'ok', NOON + 2)).toMatchObject({ since: NOON + 2, tickets: 0, rollMm: 0 });
});

it('a slip that is torn out and put back does not make rolls short', () => {
  const learned = changed(printed(changed(NEW_ROLL, NOON), 500), NOON + 1);
  expect(changed(printed(learned, 3), NOON + 2).rollMm).toBe(50_000);
});

it('a printer that says the same again changes nothing', () => {
  const roll = printed(changed(NEW_ROLL, NOON), 5);
  expect(rollAfterStatus(roll, 'ok', NOON + 9)).toBe(roll);
});

it('a roll that somebody says to be new is one, unless the printer has just seen the change', () => {
  const used = printed(changed(NEW_ROLL, NOON), 200);
  const TEN_MINUTES = 600_000;
  expect(rollAfterChange(used, NOON + TEN_MINUTES)).toBe(used);
  const next = rollAfterChange(used, NOON + TEN_MINUTES + 1);
  expect(next).toEqual({ paper: 'ok', since: NOON + TEN_MINUTES + 1, usedMm: 0, tickets: 0, rollMm: 0 });
  expect(rollAfterChange({ ...NEW_ROLL, paper: 'low' }, NOON)).toMatchObject({ paper: 'low', since: NOON });
  // The clock was set back meanwhile.
  expect(rollAfterChange(used, NOON - 1)).toMatchObject({ since: NOON - 1, tickets: 0 });
});

it('a length that staff say is known from the first ticket of a roll on', () => {
  const roll = changed(NEW_ROLL, NOON);
  expect(ticketsLeft(roll, 80_000)).toBe(0);
  expect(ticketsLeft(printed(roll, 1), 80_000)).toBe(799);
  // Where on the roll it is, nobody knows.
  expect(ticketsLeft(printed(NEW_ROLL, 1), 80_000)).toBe(0);
});
