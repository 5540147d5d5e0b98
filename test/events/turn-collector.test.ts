/** What is collected for the end of a turn of the event loop. */
import { setImmediate as turnEnds } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurnCollector } from '../../main/events/service/location-stream.ts';

function collector() {
  const worked: (readonly string[])[] = [];
  const ready = { is: true };
  const turns = createTurnCollector<string>({
    isReady: () => ready.is,
    work: (things) => worked.push(things),
    onFault() {},
  });
  return { turns, worked, ready };
}

it('works off together what came in during one turn, and not before it ends', async () => {
  const { turns, worked } = collector();
  turns.add('created');
  turns.add('called');
  turns.plan();
  expect(worked).toEqual([]);
  await turnEnds();
  expect(worked).toEqual([['created', 'called']]);
  turns.add('ended');
  await turnEnds();
  expect(worked).toEqual([['created', 'called'], ['ended']]);
});

it('comes by without anything when that was planned', async () => {
  const { turns, worked } = collector();
  turns.plan();
  await turnEnds();
  expect(worked).toEqual([[]]);
});

it('keeps everything until it is ready, but for what is dropped', async () => {
  const { turns, worked, ready } = collector();
  ready.is = false;
  turns.add('before the first reading');
  await turnEnds();
  turns.drop();
  turns.add('created');
  await turnEnds();
  expect(worked).toEqual([]);
  ready.is = true;
  turns.plan();
  await turnEnds();
  expect(worked).toEqual([['created']]);
});

it('does nothing any more once it is closed, even what was planned', async () => {
  const { turns, worked } = collector();
  turns.add('created');
  turns.close();
  turns.add('called');
  await turnEnds();
  expect(worked).toEqual([]);
});
