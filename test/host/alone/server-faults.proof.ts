/**
 * What may happen to a server or to the line to it, in the middle of whatever a kiosk asks of it: nobody is lost, nobody stands in the
 * queue twice, nobody stands there whom no one knows, and each visitor reads what is true.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KioskScreen } from '../../../main/contract/kiosk.ts';
import type { LineState } from '../../helpers/server-line.ts';
import { type Time, World } from './world-of-faults.ts';

interface Fault {
  readonly name: string;
  readonly line: LineState;
  /** Happens once the server has done what it was asked, and has not been heard. */
  readonly strike?: (world: World) => Promise<void> | void;
  /** What the server does is heard all the same. */
  readonly isHeard?: boolean;
}

const MINUTES = 60_000;

const FAULTS: readonly Fault[] = [
  { name: 'refuses', line: 'refused' },
  { name: 'does not answer', line: 'silent' },
  { name: 'stands still and goes on', line: 'stopped' },
  { name: 'is slow', line: 'slow', isHeard: true },
  { name: 'is cut off in the middle of its answer', line: 'cut-in-answer' },
  { name: 'has a web page of somebody else in its place', line: 'web-page' },
  { name: 'answers that all is well, and nothing else', line: 'empty-answer' },
  { name: 'says 503', line: 'busy' },
  {
    name: 'is not heard by a kiosk whose clock is set forward',
    line: 'lost-answer',
    strike: ({ kiosk }) => {
      kiosk.aheadMs += 40 * MINUTES;
    },
  },
  {
    name: 'is not heard by a kiosk whose clock is set back',
    line: 'lost-answer',
    strike: ({ kiosk }) => {
      kiosk.aheadMs -= 40 * MINUTES;
    },
  },
  { name: 'ends and starts again', line: 'lost-answer', strike: (world) => world.restart() },
  { name: 'is put back to an older state', line: 'lost-answer', strike: (world) => world.restart('put back') },
];

let world: World;
beforeEach(async () => {
  world = await World.open();
});
afterEach(() => world.close());

/** Nobody was told that the appointment is unknown, or checked in for it on trust. */
const AWAY: KioskScreen = { name: 'problem', reason: expect.stringMatching(/^(check-in|server)-away$/), ticket: null };

/** The code of an appointment while the server fails, and again when it is back. */
async function visit({ line, strike, isHeard = false }: Fault, code: string, path: string): Promise<void> {
  const { kiosk } = world;
  kiosk.line.set(line, path);
  const first = await world.checkIn(code, timeOf(line));
  if (isHeard) expect(first).toMatchObject({ name: 'take-ticket', ticket: { before: expect.any(Number) } });
  else expect(first).toMatchObject(AWAY);
  await strike?.(world);
  await world.agrees();
  const again = await world.checkIn(code, 'stands');
  if (isHeard) expect(again).toMatchObject({ name: 'problem', reason: 'appointment-done' });
  else expect(again).toMatchObject({ name: 'take-ticket', ticket: { number: expect.stringMatching(/^B0/) } });
}

/** Nobody can tell a server that stands still from one that takes its time. */
const timeOf = (line: LineState): Time => (line === 'silent' || line === 'stopped' ? 'goes by' : 'stands');

const ASKED: Readonly<Record<string, (fault: Fault) => Promise<void>>> = {
  'a code is looked up': (fault) => visit(fault, 'QR-LOOK-UP', '/appointments/lookup'),

  'somebody checks in': (fault) => visit(fault, 'QR-CHECK-IN', '/createticket'),

  async 'a ticket is asked for'({ line, strike, isHeard = false }) {
    world.kiosk.line.set(line, '/createticket');
    const number = isHeard ? /^A0/ : /^A9/;
    expect(await world.touch(timeOf(line))).toMatchObject({
      name: 'take-ticket',
      ticket: { number: expect.stringMatching(number) },
    });
    await strike?.(world);
  },

  async 'a ticket of which nobody heard is taken back'({ line, strike }) {
    const { kiosk } = world;
    kiosk.line.set('lost-answer', '/createticket');
    kiosk.line.also(line, '/tickets/withdraw');
    await world.touch('stands');
    // It is asked for with the next beat.
    for (let beats = 0; beats < 3; beats += 1) {
      world.town.clock.advance(10_000);
      await kiosk.isReady('with its server');
    }
    await strike?.(world);
  },

  async 'the kiosk goes on alone'({ line, strike, isHeard = false }) {
    const { kiosk } = world;
    kiosk.line.set(line);
    if (!isHeard) await kiosk.isReady('alone');
    const number = isHeard ? /^A0/ : /^A9/;
    for (const meanwhile of [strike, undefined]) {
      expect(await world.touch(timeOf(line))).toMatchObject({
        name: 'take-ticket',
        ticket: { number: expect.stringMatching(number), ...(isHeard ? {} : { before: null }) },
      });
      await meanwhile?.(world);
    }
  },

  async 'tickets are handed over'({ line, strike, isHeard = false }) {
    const { kiosk } = world;
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    for (let visitors = 0; visitors < 2; visitors += 1) await world.touch('stands');
    const before = (await world.queue()).length;
    kiosk.line.set(line, '/handover');
    await kiosk.until(() => kiosk.state?.alone === false);
    if (strike !== undefined || isHeard) await kiosk.until(async () => (await world.queue()).length === before + 2);
    await strike?.(world);
  },
};

describe.each(FAULTS)('a server that $name', (fault) => {
  it('loses nobody, has nobody twice and tells the truth', async () => {
    for (const [asked, play] of Object.entries(ASKED)) {
      try {
        if (fault.name.includes('put back')) await world.restart('copy');
        world.kiosk.line.set('open');
        await world.kiosk.isReady('with its server');
        await play(fault);
        await world.agrees();
      } catch (error) {
        throw new Error(`while ${asked}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    }
  });
});
