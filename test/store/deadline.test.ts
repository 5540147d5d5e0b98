/** The one deadline of a request, whatever parts its work has. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { byDeadline, type Deadline } from '../../main/database/postgres/deadline.ts';
import { StoreUnreachable } from '../../main/database/store-errors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const part = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What has become of it by now. */
function watched<T>(promise: Promise<T>): { outcome: unknown } {
  const seen: { outcome: unknown } = { outcome: 'waiting' };
  promise.then(
    (value) => (seen.outcome = value),
    (error: unknown) => (seen.outcome = error),
  );
  return seen;
}

it('is shared by the parts: what one has used the next has not', async () => {
  const begun: string[] = [];
  const request = watched(
    byDeadline(15_000, async (deadline) => {
      begun.push('find the location');
      await part(14_000);
      deadline.check();
      begun.push('wait for the turn');
      await part(14_000);
      deadline.check();
      begun.push('do it');
    }),
  );
  await vi.advanceTimersByTimeAsync(14_999);
  expect(request.outcome).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(request.outcome).toBeInstanceOf(StoreUnreachable);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(begun).toEqual(['find the location', 'wait for the turn']);
});

it('leaves nothing behind when the work is done, or fails, before it', async () => {
  let deadline: Deadline | null = null;
  const done = byDeadline(15_000, async (own) => {
    deadline = own;
    await part(10);
    return 'done';
  });
  const failed = watched(byDeadline(15_000, () => Promise.reject(new Error('a bug'))));
  await vi.advanceTimersByTimeAsync(10);
  expect(await done).toBe('done');
  expect(failed.outcome).toEqual(new Error('a bug'));
  expect(vi.getTimerCount()).toBe(0);
  expect(deadline).toMatchObject({ isOver: false });
});
