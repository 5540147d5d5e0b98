/** Whose turn comes next among the lines of many locations. */
import { expect, it } from 'vitest';
import { createWaitingLines, type JobTurn } from '../../main/store/postgres/location-queues.ts';

interface Waits {
  readonly name: string;
  readonly deadline: { isOver: boolean };
}

const lines = () => createWaitingLines<Waits>();
const wait = (name: string, isOver = false): Waits => ({ name, deadline: { isOver } });
const at = (locationId: string) => ({ locationId });
const namesOf = (turns: readonly JobTurn<Waits>[]): string[] =>
  turns.flatMap(({ jobs }) => jobs.map(({ name }) => name));

it('takes many lines together, the longest waiting first, and each in its order', () => {
  const all = lines();
  expect(all.add(at('north'), wait('n1'))).toBe(true);
  expect(all.add(at('south'), wait('s1'))).toBe(true);
  expect(all.add(at('north'), wait('n2'))).toBe(false);
  expect(namesOf(all.takeTogether())).toEqual(['n1', 'n2', 's1']);
  expect(all.takeAlone()).toBeNull();
});

it('lets no rush take more than its share of a transaction, and gives the rest a turn behind the others', () => {
  const all = lines();
  for (let n = 0; n < 70; n += 1) all.add(at('north'), wait(`n${n}`));
  all.add(at('south'), wait('s'));
  const [rush, ...others] = all.takeTogether();
  expect([rush?.jobs.length, others]).toEqual([64, []]);
  expect(all.giveBack(rush!)).toBe(true);
  expect(namesOf(all.takeTogether())).toEqual(['s', ...Array.from({ length: 6 }, (_, n) => `n${64 + n}`)]);
});

it('gives a line in use no other turn before it is released', () => {
  const all = lines();
  all.add(at('north'), wait('n1'));
  const turns = all.takeTogether();
  expect(all.add(at('north'), wait('n2'))).toBe(false);
  expect(all.takeTogether()).toEqual([]);
  expect(all.giveBack(turns[0]!)).toBe(true);
  const next = all.takeTogether();
  expect(namesOf(next)).toEqual(['n2']);
  expect([all.isEmpty, all.giveBack(next[0]!), all.isEmpty]).toEqual([false, false, true]);
});

it('drops requests whose callers have given up', () => {
  const all = lines();
  all.add(at('north'), wait('late', true));
  all.add(at('north'), wait('n1'));
  all.add(at('south'), wait('late', true));
  expect(all.takeTogether().map(({ jobs }) => jobs.map(({ name }) => name))).toEqual([['n1'], []]);
});

it('lets a line that another server held run alone for a while, with its failed requests first', () => {
  const all = lines();
  all.add(at('north'), wait('n1'));
  const [turn] = all.takeTogether();
  all.add(at('north'), wait('n2'));
  all.putBack(turn!);
  all.giveBack(turn!);
  expect(all.takeTogether()).toEqual([]);
  let next = all.takeAlone()!;
  expect(namesOf([next])).toEqual(['n1', 'n2']);
  for (let times = 1; times < 20; times += 1) {
    all.add(at('north'), wait('more'));
    all.giveBack(next);
    next = all.takeAlone()!;
  }
  all.add(at('north'), wait('together again'));
  all.giveBack(next);
  expect([all.takeAlone(), namesOf(all.takeTogether())]).toEqual([null, ['together again']]);
});

it('never has what is of no location go together with others', () => {
  const all = lines();
  all.add({ jobQueue: 'erasing' }, wait('erase'));
  all.add(at(''), wait('nowhere'));
  expect(all.takeTogether()).toEqual([]);
  expect([namesOf([all.takeAlone()!]), namesOf([all.takeAlone()!])]).toEqual([['erase'], ['nowhere']]);
});
