/**
 * The built program dies in the middle of tickets, in two halls: what is on paper, on the screens, in the queue and in
 * the journal fits together. `npm run test:slow -- kills` does so 300 times. Needs `npm run build`.
 */
import { describe, expect, it } from 'vitest';
import { faultsOf } from './judge.ts';
import type { Fallen } from './printers.ts';
import { type KioskStory, playSite } from './site-of-kiosks.ts';

const SEED = Number(process.env.PROVE_SEED ?? 9);

describe('a program that is killed', () => {
  it('leaves no ticket doubled, lost, or promised and not there', async () => {
    const site = { seed: SEED, kills: 1, longestMs: 2000 };
    // Should one of them break, the other ends its program before the test is over.
    const played = await Promise.allSettled([
      playSite({ ...site, name: 'hall 1', number: 1, kinds: ['process-id', 'none'] }),
      playSite({ ...site, name: 'hall 2', number: 2, kinds: ['status', 'process-id', 'no-fault'] }),
    ]);
    const faults = played.flatMap((hall) =>
      hall.status === 'fulfilled' ? hall.value.flatMap(faultsOf) : [hall.reason],
    );
    expect(faults, `PROVE_SEED=${SEED}`).toEqual([]);
  });
});

describe('who judges', () => {
  const ticket = (number: string, at: number, mark: readonly string[] = []): Fallen => ({
    ...{ lines: ['Matrix Hall', ...mark, `  ${number} `, 'This is the last line.'], pictures: 1, codes: 1, at },
  });
  const row = (number: string, state: string) => ({ number, ticket: `id-${number}`, state, why: 'status' });
  const good: KioskStory = {
    ...{ name: 'k', kind: 'process-id', touches: 3, restarts: 1, killedAt: {} },
    shown: [
      { number: 'A001', screen: 'take-ticket', at: 20 },
      { number: 'A002', screen: 'printing', at: 30 },
    ],
    queue: ['A001', 'A002'].map((number) => ({ number, id: `id-${number}` })),
    givenBack: [{ number: 'A003', id: 'id-A003' }],
    journal: [row('A001', 'printed'), row('A002', 'doubtful')],
    tray: { papers: [ticket('A001', 10), ticket('A002', 40)], blankSlips: 1, oddities: [] },
  };
  const withPapers = (...papers: readonly Fallen[]): KioskStory => ({ ...good, tray: { ...good.tray, papers } });
  const [one, two] = good.tray.papers as readonly [Fallen, Fallen];

  it.each<[string, KioskStory, RegExp | null]>([
    ['what is right', good, null],
    ['a copy', withPapers(one, two, ticket('A002', 50, ['COPY'])), null],
    ['a second print', withPapers(one, two, ticket('A002', 50)), /A002 was printed twice/],
    ['a promise without paper', withPapers(two), /"take your ticket" for A001, which is not on paper/],
    ['paper that came after the promise', withPapers(ticket('A001', 21), two), /A001 before it was there/],
    ['a torn ticket', withPapers({ ...one, lines: one.lines.slice(0, 2) }, two), /which is not on paper/],
    ['two in one piece', withPapers({ ...one, lines: [...one.lines, ...two.lines] }), /two tickets in one piece/],
    ['a number from nowhere', withPapers(one, two, ticket('A004', 60)), /A004 is on paper and not in the queue/],
    [
      'paper of which nothing is written',
      withPapers(one, two, ticket('A003', 60)),
      /A003 is on paper and not in the j/,
    ],
    ['a number that is missing', { ...good, queue: good.queue.slice(1) }, /missing or doubled in the queue from 2 on/],
    [
      'a ticket that nobody holds',
      { ...good, queue: [...good.queue, ...good.givenBack], givenBack: [] },
      /A003 waits, and nobody holds it/,
    ],
    [
      'a ticket that was taken from its holder',
      { ...good, shown: [...good.shown, { number: 'A003', screen: 'problem', at: 40 }] },
      /A003 was taken back from its holder/,
    ],
    ['more tickets than touches', { ...good, touches: 2 }, /3 tickets for 2 touches/],
    [
      'two who were given one number',
      { ...good, shown: [...good.shown, ...good.shown] },
      /two visitors were given A001/,
    ],
    ['a journal that has too much', { ...good, journal: [...good.journal, row('A001', 'printed')] }, /A001 twice/],
    ['a job without an end', { ...good, journal: [...good.journal, row('A003', 'sending')] }, /no end of A003/],
    [
      'a journal that says no',
      { ...good, journal: [row('A001', 'not-printed'), row('A002', 'doubtful')] },
      /was not pr/,
    ],
    ['a journal that says yes', { ...good, journal: [...good.journal, row('A003', 'printed')] }, /A003 was printed/],
    ['blank slips', { ...good, tray: { ...good.tray, blankSlips: 2 } }, /2 blank slips at 1 restarts/],
  ])('sees %s', (_, story, said) => {
    if (said === null) expect(faultsOf(story)).toEqual([]);
    else expect(faultsOf(story).join('\n')).toMatch(said);
  });
});
