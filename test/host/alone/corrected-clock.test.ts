/** A server whose clock is corrected while a kiosk is online: the kiosk that goes offline soon after has the corrected time. */
import { expect, it, onTestFinished } from 'vitest';
import { createQueueClient } from '../../../main/client/client.ts';
import { remoteFetch } from '../../../main/client/remote.ts';
import type { Clock } from '../../../main/context.ts';
import { uuidTime } from '../../../main/core/uuid.ts';
import { createHeartbeat } from '../../../main/host/heartbeat.ts';
import type { KioskElsewhere } from './kiosk-elsewhere.ts';
import { NEARLY_MS, World } from './world-of-faults.ts';

const HOURS = 3_600_000;
/** Offline mode begins within it, and no lease is renewed by its age alone. */
const SOON_MS = 300_000;
const MORNING_MS = 3 * HOURS;
const SERVER_DEADLINE_MS = 3_000;

/** As the program sends them. @returns how many were answered so far */
function withHeartbeats(kiosk: KioskElsewhere): () => number {
  const { host, deviceId, log } = kiosk;
  let answered = 0;
  const clock: Clock = {
    now: () => kiosk.clock.now() + kiosk.aheadMs,
    after: (ms, callback) => kiosk.clock.after(ms, callback),
  };
  const heartbeat = createHeartbeat({
    client: createQueueClient({
      fetch: remoteFetch({ baseUrl: kiosk.line.address, deadlineMs: SERVER_DEADLINE_MS }),
      clock,
    }),
    ...{ deviceId, clock, log },
    onClock(secondsOff) {
      host.hearClock(secondsOff);
      answered += 1;
    },
  });
  onTestFinished(() => heartbeat.close());
  host.onReport((status) => heartbeat.says(status));
  return () => answered;
}

it.each([-2, 2, 26])('by %i hours: offline tickets have the time of the server', async (hours) => {
  const world = await World.open();
  onTestFinished(() => world.close());
  const { kiosk } = world;
  const answered = withHeartbeats(kiosk);
  // Numbers were leased in the morning: no offline ticket says a time before that.
  kiosk.clock.advance(MORNING_MS);
  const [before, noon] = [answered(), kiosk.clock.now()];
  await kiosk.until(async () => answered() > before && (await world.leasedAt()) >= noon);

  world.setServerClock(hours * HOURS);
  const correctedAt = kiosk.clock.now();
  await kiosk.until(() => world.knowsClock());
  kiosk.line.set('refused');
  await kiosk.isReady('alone');
  const { paper } = await kiosk.take('passports');
  expect(kiosk.clock.now() - correctedAt).toBeLessThan(SOON_MS);
  expect(Math.abs(uuidTime(paper?.ticketId ?? '') - kiosk.clock.now())).toBeLessThan(NEARLY_MS);
  await world.agrees();
});
