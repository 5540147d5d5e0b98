/** Clock correction of a server: a kiosk that goes offline soon after has the corrected time. */
import { expect, it, onTestFinished } from 'vitest';
import { createQueueClient } from '../../../../main/kiosk/client/client.ts';
import { remoteFetch } from '../../../../main/kiosk/client/remote.ts';
import { createHeartbeat } from '../../../../main/kiosk/host/heartbeat.ts';
import type { Clock } from '../../../../main/lib/context.ts';
import { uuidTime } from '../../../../main/lib/uuid.ts';
import { ticketLabel } from '../../../../main/queue/rules/ticket-class.ts';
import type { KioskClient } from './kiosk-client.ts';
import { NEARLY_MS, World } from './world-of-faults.ts';

const HOURS = 3_600_000;
/** Offline mode begins within it, and no lease is renewed by its age alone. */
const SOON_MS = 300_000;
const MINUTE_MS = 60_000;
const SERVER_DEADLINE_MS = 3_000;

/** Sends them as the program does. @returns the number of responses so far */
function withHeartbeats(kiosk: KioskClient): () => number {
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

/** A kiosk that leased numbers at noon, and was notified of a later clock correction. */
async function corrected(hours: number, before: (world: World) => Promise<void> = async () => {}): Promise<World> {
  const world = await World.open();
  onTestFinished(() => world.close());
  const { kiosk } = world;
  const answered = withHeartbeats(kiosk);
  await kiosk.until(() => answered() > 0);
  await before(world);
  world.setServerClock(hours * HOURS);
  await kiosk.until(() => world.knowsClock());
  return world;
}

async function goesAlone({ kiosk }: World): Promise<void> {
  kiosk.line.set('refused');
  await kiosk.isReady('alone');
}

async function comesBack({ kiosk }: World): Promise<void> {
  kiosk.line.set('open');
  await kiosk.isReady('with its server');
  await kiosk.isHandedOver();
}

it.each([-26, -2, 2, 26])(
  'gives offline tickets the time of the server after a correction by %i hours',
  async (hours) => {
    const world = await corrected(hours);
    const { kiosk } = world;
    const correctedAt = kiosk.clock.now();
    await goesAlone(world);
    const { paper } = await kiosk.take('passports');
    expect(kiosk.clock.now() - correctedAt).toBeLessThan(SOON_MS);
    expect(Math.abs(uuidTime(paper?.ticketId ?? '') - kiosk.clock.now())).toBeLessThan(NEARLY_MS);
    await world.agrees();
  },
);

it('gives the next offline tickets its time and their positions, after an earlier outage and -2 hours', async () => {
  const world = await corrected(-2, async (before) => {
    await goesAlone(before);
    await before.kiosk.take('passports');
    await comesBack(before);
  });
  const { kiosk, town } = world;
  await goesAlone(world);
  const takes = async (): Promise<string> => {
    const { paper } = await kiosk.take('passports');
    expect(Math.abs(uuidTime(paper?.ticketId ?? '') - kiosk.clock.now())).toBeLessThan(NEARLY_MS);
    kiosk.clock.advance(MINUTE_MS);
    return paper?.number ?? '';
  };
  const first = await takes();
  const { ticket } = await town.createTicket('Passports');
  kiosk.clock.advance(MINUTE_MS);
  const [second, third] = [await takes(), await takes()];
  await comesBack(world);

  // The earlier ticket has the old time; the program adjusts it (test/app/queue-clock.test.ts).
  const [, ...papers] = kiosk.papers.map(({ number }) => number);
  expect(papers).toEqual(['A9002', 'A9003', 'A9004']);
  const waiting = await town.waiting('Passports');
  const labels = waiting.map(({ number }) => ticketLabel('A', number, 3)).filter((label) => label !== 'A9001');
  expect(labels).toEqual([first, ticketLabel('A', ticket.number, 3), second, third]);
});
