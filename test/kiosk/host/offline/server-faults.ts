/**
 * What may happen to a server or to the line to it, in the middle of whatever a kiosk asks of it: nobody is lost, nobody stands in the
 * queue twice, nobody stands there whom no one knows, and each visitor reads what is true.
 */
import { expect } from 'vitest';
import type { KioskScreen } from '../../../../main/kiosk/contract/kiosk.ts';
import type { LineState } from '../../../helpers/server-line.ts';
import type { Time, World } from './world-of-faults.ts';

export interface Fault {
  readonly name: string;
  readonly line: LineState;
  /** Happens once the server has done what it was asked, and has not been heard. */
  readonly strike?: (world: World) => Promise<void> | void;
  /** What the server does is heard all the same. */
  readonly isHeard?: boolean;
  /** After it the kiosk gives no numbers by itself. */
  readonly endsNumbers?: boolean;
}

const MINUTES = 60_000;
const HOURS = 60 * MINUTES;

export const FAULTS = [
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
      kiosk.aheadMs = 40 * MINUTES;
    },
  },
  {
    name: 'is not heard by a kiosk whose clock is set back',
    line: 'lost-answer',
    strike: ({ kiosk }) => {
      kiosk.aheadMs = -40 * MINUTES;
    },
  },
  {
    name: 'is not heard by a kiosk whose clock is set back by hours',
    line: 'lost-answer',
    strike: ({ kiosk }) => {
      kiosk.aheadMs = -2 * HOURS;
    },
    endsNumbers: true,
  },
  {
    name: 'is not heard, and has its own clock set forward',
    line: 'lost-answer',
    strike: (world) => world.setServerClock(2 * HOURS),
  },
  {
    name: 'is not heard, and has its own clock set back',
    line: 'lost-answer',
    strike: (world) => world.setServerClock(-2 * HOURS),
  },
  { name: 'ends and starts again', line: 'lost-answer', strike: (world) => world.restart() },
  { name: 'is put back to an older state', line: 'lost-answer', strike: (world) => world.restart('put back') },
] as const satisfies readonly Fault[];

export type FaultName = (typeof FAULTS)[number]['name'];

/** Nobody was told that the appointment is unknown, or checked in for it on trust. */
const AWAY: KioskScreen = { name: 'problem', reason: expect.stringMatching(/^(check-in|server)-away$/), ticket: null };

/** The code of an appointment while the server fails, and again when it is back. */
async function visit(world: World, { line, strike, isHeard = false }: Fault, path: string): Promise<void> {
  const { kiosk } = world;
  const code = world.nextCode();
  kiosk.line.set(line, path);
  const first = await world.checkIn(code, timeOf(line));
  if (isHeard)
    expect(first, JSON.stringify(first)).toMatchObject({ name: 'take-ticket', ticket: { before: expect.any(Number) } });
  else expect(first).toMatchObject(AWAY);
  await strike?.(world);
  await world.agrees();
  const again = await world.checkIn(code, 'stands');
  if (isHeard) expect(again).toMatchObject({ name: 'problem', reason: 'appointment-done' });
  else expect(again).toMatchObject({ name: 'take-ticket', ticket: { number: expect.stringMatching(/^B0/) } });
}

/** Nobody can tell a server that stands still from one that takes its time. */
const timeOf = (line: LineState): Time => (line === 'silent' || line === 'stopped' ? 'goes by' : 'stands');

const ASKED = {
  'a code is looked up': (world: World, fault: Fault) => visit(world, fault, '/appointments/lookup'),

  'somebody checks in': (world: World, fault: Fault) => visit(world, fault, '/createticket'),

  async 'a ticket is asked for'(world: World, { line, strike, isHeard = false }: Fault) {
    world.kiosk.line.set(line, '/createticket');
    const number = isHeard ? /^A0/ : /^A9/;
    expect(await world.touch(timeOf(line))).toMatchObject({
      name: 'take-ticket',
      ticket: { number: expect.stringMatching(number) },
    });
    await strike?.(world);
  },

  async 'a ticket of which nobody heard is taken back'(world: World, { line, strike }: Fault) {
    const { kiosk } = world;
    kiosk.line.set('lost-answer', '/createticket');
    kiosk.line.also(line, '/tickets/withdraw');
    await world.touch('stands');
    // At once, or with the next beat.
    await kiosk.until(() => kiosk.line.met('/tickets/withdraw') > 0);
    await strike?.(world);
  },

  async 'the kiosk goes on alone'(world: World, { line, strike, isHeard = false, endsNumbers = false }: Fault) {
    const { kiosk } = world;
    kiosk.line.set(line);
    if (!isHeard) await kiosk.isReady('alone');
    const number = isHeard ? /^A0/ : /^A9/;
    for (const meanwhile of endsNumbers ? [strike] : [strike, undefined]) {
      expect(await world.touch(timeOf(line))).toMatchObject({
        name: 'take-ticket',
        ticket: { number: expect.stringMatching(number), ...(isHeard ? {} : { before: null }) },
      });
      await meanwhile?.(world);
    }
    if (endsNumbers) await world.givesNothing();
  },

  async 'tickets are handed over'(world: World, { line, strike, isHeard = false }: Fault) {
    const { kiosk } = world;
    kiosk.line.set('refused');
    await kiosk.isReady('alone');
    for (let visitors = 0; visitors < 2; visitors += 1) await world.touch('stands');
    const before = (await world.queue()).length;
    kiosk.line.set(line, '/offline-tickets');
    await kiosk.until(() => kiosk.state?.alone === false);
    if (strike !== undefined || isHeard) await kiosk.until(async () => (await world.queue()).length === before + 2);
    await strike?.(world);
  },
};

export type Asked = keyof typeof ASKED;
export const ALL_ASKED = Object.keys(ASKED) as readonly Asked[];

/** A server fails in this way in the middle of that, and all agree when it is over. */
export async function play(world: World, fault: Fault, asked: Asked): Promise<void> {
  try {
    if (fault.name.includes('put back')) await world.restart('copy');
    // Whatever was done to them before: a clock that is set back by hours is not the one by which numbers were lent.
    await world.setClocksRight();
    await ASKED[asked](world, fault);
    await world.agrees();
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw new Error(`a server that ${fault.name} while ${asked}: ${what}`, { cause: error });
  }
}
