import { expect, it } from 'vitest';
import { sharedLook } from '../../../main/kiosk/rules/coalesce.ts';

it('shares the next read among callers during a running one, and returns no result older than the call', async () => {
  let now = 'first';
  let looks = 0;
  const finish: ((fault?: Error) => void)[] = [];
  const ask = sharedLook(() => {
    looks += 1;
    const seen = now;
    return new Promise<string>((resolve, reject) => {
      finish.push((fault) => (fault === undefined ? resolve(seen) : reject(fault)));
    });
  });
  const first = ask();
  now = 'second';
  const others = Array.from({ length: 100 }, () => ask());
  expect(looks).toBe(1);
  finish[0]?.();
  expect(await first).toBe('first');
  await expect.poll(() => looks).toBe(2);
  now = 'third';
  const late = ask();
  // A failure rejects only the callers of that read.
  finish[1]?.(new Error('no folder'));
  for (const other of others) await expect(other).rejects.toThrow('no folder');
  await expect.poll(() => looks).toBe(3);
  finish[2]?.();
  expect(await late).toBe('third');
  const alone = ask();
  expect(looks).toBe(4);
  finish[3]?.();
  expect(await alone).toBe('third');
});
