import { expect, it, onTestFinished } from 'vitest';
import { startHeartbeat } from '../../main/database/postgres/heartbeat.ts';
import { silentLog } from '../../main/lib/context.ts';
import { newDatabase } from '../helpers/postgres-database.ts';

it('continues with its other parts when one fails, and logs it once', async () => {
  const { url } = await newDatabase();
  const logged: unknown[][] = [];
  const log = { ...silentLog, error: (...words: unknown[]) => void logged.push(words) };
  let beats = 0;
  const mistaken = async (): Promise<void> => {
    if (beats > 0) throw new TypeError('not a function');
  };
  const behind = async (): Promise<void> => {
    beats += 1;
    heartbeat?.hurry();
  };
  let heartbeat: Awaited<ReturnType<typeof startHeartbeat>> | null = null;
  heartbeat = await startHeartbeat({ url, log, connectMs: 30_000, statementMs: 30_000 }, [mistaken, behind]);
  onTestFinished(() => heartbeat?.close(async () => {}));
  await expect.poll(() => beats).toBeGreaterThan(2);
  expect(logged).toMatchObject([['heartbeat.unexpected-error', { error: expect.stringContaining('not a function') }]]);
});
