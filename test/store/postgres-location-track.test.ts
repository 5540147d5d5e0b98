/** Following a location while the database is away, and when it is back. */
import { expect, it } from 'vitest';
import { StoreUnreachable } from '../../main/database/store-errors.ts';
import { silentLog } from '../../main/lib/context.ts';
import { openLocationTrack } from '../../main/store/postgres/location-track.ts';

const AWAY = new StoreUnreachable('away');

/** A location that is at the number 5 as soon as the database is back. */
function openTrack() {
  const asked: PromiseWithResolvers<number>[] = [];
  let ends = 0;
  const track = openLocationTrack({
    locationId: 'hall',
    kept: {
      numberOf() {
        const answer = Promise.withResolvers<number>();
        asked.push(answer);
        return answer.promise;
      },
      after: async () => [],
    },
    log: silentLog,
    onEvents() {},
    onEnd: () => (ends += 1),
  });
  const answer = async (number: number | null): Promise<void> => {
    const last = asked.at(-1);
    if (number === null) last?.reject(AWAY);
    else last?.resolve(number);
    await last?.promise.catch(() => undefined);
  };
  return { track, answer, asked, ends: () => ends };
}

it('rejects subscribers during an outage, and accepts all later ones', async () => {
  const { track, answer, asked } = openTrack();
  const first = track.add(() => {});
  await answer(null);
  await expect(first).rejects.toBe(AWAY);
  await expect(track.add(() => {})).rejects.toBe(AWAY);
  track.tryAgain();
  track.tryAgain();
  expect(asked).toHaveLength(2);
  const meanwhile = track.add(() => {});
  await answer(5);
  expect(await meanwhile).toBe(5);
  expect(await track.add(() => {})).toBe(5);
  expect(track.last).toBe(5);
  track.tryAgain();
  expect(asked).toHaveLength(2);
});

it('restarts only the subscribers that it rejected', async () => {
  const { track, answer, ends } = openTrack();
  const told: string[] = [];
  const failed = track.add((changes) => {
    told.push(`failed ${changes === null ? 'begins anew' : changes.length}`);
    void track.add(() => {}).then((number) => told.push(`again from ${number}`));
  });
  failed.catch(() => undefined);
  await answer(null);
  track.tryAgain();
  await answer(null);
  track.tryAgain();
  const meanwhile = track.add(() => told.push('meanwhile'));
  await answer(5);
  await meanwhile;
  await expect.poll(() => told).toEqual(['failed begins anew', 'again from 5']);
  expect(ends()).toBe(0);
});

it('ends when no rejected subscriber returns', async () => {
  const { track, answer, ends } = openTrack();
  track.add(() => {}).catch(() => undefined);
  await answer(null);
  track.tryAgain();
  await answer(5);
  await expect.poll(ends).toBe(1);
});
