/**
 * Each way in which a server fails, and each thing that a kiosk asks of it, where they hurt most; `npm run test:slow -- server-faults` plays
 * every way in the middle of everything.
 */
import { expect, it, onTestFinished } from 'vitest';
import { ALL_ASKED, type Asked, FAULTS, type FaultName, play } from './server-faults.ts';
import { World } from './world-of-faults.ts';

const PAIRS: readonly (readonly [FaultName, Asked])[] = [
  ['refuses', 'the kiosk goes on alone'],
  ['does not answer', 'a ticket is asked for'],
  ['stands still and goes on', 'a ticket is asked for'],
  ['is slow', 'a code is looked up'],
  ['is cut off in the middle of its answer', 'tickets are handed over'],
  ['has a web page of somebody else in its place', 'a code is looked up'],
  ['answers that all is well, and nothing else', 'a ticket of which nobody heard is taken back'],
  ['says 503', 'a ticket of which nobody heard is taken back'],
  ['is not heard by a kiosk whose clock is set forward', 'the kiosk goes on alone'],
  ['is not heard by a kiosk whose clock is set back', 'tickets are handed over'],
  ['is not heard by a kiosk whose clock is set back by hours', 'the kiosk goes on alone'],
  ['is not heard, and has its own clock set forward', 'tickets are handed over'],
  ['is not heard, and has its own clock set back', 'the kiosk goes on alone'],
  ['ends and starts again', 'somebody checks in'],
  ['is put back to an older state', 'tickets are handed over'],
];

it('nobody is lost, doubled or told what is not so, in whichever way a server fails', async () => {
  const world = await World.open();
  onTestFinished(() => world.close());
  for (const [name, asked] of PAIRS) {
    const fault = FAULTS.find((each) => each.name === name);
    if (fault !== undefined) await play(world, fault, asked);
  }
});

it('leaves no way to fail out, and nothing that is asked', () => {
  expect(new Set(PAIRS.map(([name]) => name))).toEqual(new Set(FAULTS.map(({ name }) => name)));
  expect(new Set(PAIRS.map(([, asked]) => asked))).toEqual(new Set(ALL_ASKED));
});
