/**
 * Simulated morning with three kiosks, a clerk, a display and server outages. Visitors arrive all the time; the clerk
 * can call only while the server is available.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Dice, dice } from '../../../../demo/random.ts';
import { openTown, type Town } from '../../../helpers/town.ts';
import { townSite } from '../../../helpers/town-site.ts';
import { KioskClient } from './kiosk-client.ts';

export interface Morning {
  readonly seed: number;
  readonly visitors: number;
  /** Number of server outages. */
  readonly outages: number;
  /** Visitors who arrive during each outage. */
  readonly without: number;
  /** Whether kiosks are sometimes killed and restarted during outages. */
  readonly kiosksDie: boolean;
}

interface Visitor {
  readonly number: number;
  /** Time of the touch. */
  readonly at: number;
}

const MORNING = '2026-11-20T08:00:00Z';
const KIOSKS = ['kiosk-1', 'kiosk-2', 'kiosk-3'];

function site(): object {
  const { devices, ...rest } = townSite();
  const more = KIOSKS.slice(1).map((id) => ({ id, name: id, type: 1, location: 'hall' }));
  return { ...rest, devices: [...(devices as readonly object[]), ...more] };
}

class Hall {
  town: Town;
  readonly kiosks: KioskClient[] = [];
  readonly visitors: Visitor[] = [];
  /** Ticket numbers in calling order. */
  readonly called: number[] = [];
  isOut = false;
  readonly #database: string;
  readonly #throws: Dice;

  constructor(town: Town, database: string, throws: Dice) {
    this.town = town;
    this.#database = database;
    this.#throws = throws;
  }

  async pullOut(): Promise<void> {
    this.isOut = true;
    for (const { line } of this.kiosks) line.set('refused');
    await this.town.close();
  }

  async putBack(): Promise<void> {
    const { clock } = this.town;
    this.town = await openTown({ database: this.#database, site: null, clock });
    this.isOut = false;
    for (const { line } of this.kiosks) {
      line.leadTo(this.town.address);
      line.set('open');
    }
  }

  async killOne(): Promise<void> {
    const kiosk = this.#throws.pick(this.kiosks);
    kiosk.kill();
    await kiosk.start();
    await kiosk.isReady('alone');
  }

  /** A visitor takes a ticket, with or without a server. Screen and paper must agree. */
  async comes(): Promise<void> {
    // Far enough apart for a kiosk's estimate of the server's time, which passes during requests.
    this.town.clock.advance(30_000 + this.#throws.below(30_000));
    const kiosk = this.#throws.pick(this.kiosks);
    await kiosk.until(() => ['idle', 'choose'].includes(kiosk.state?.screen.name ?? ''));
    const at = this.town.clock.now();
    const { screen, paper } = await kiosk.take('passports');
    expect(screen).toMatchObject({ name: 'take-ticket', ticket: { number: paper?.number } });
    this.visitors.push({ number: Number(paper?.number.slice(1)), at });
  }

  /** Calls the next ticket, which the display must show. False if the queue is empty. */
  async call(): Promise<boolean> {
    const { status, body } = await this.town.post('callnextticket', {
      desk_id: 'desk-1',
      user_id: 'ana',
      services: [],
    });
    if (body.errno === 8) return false;
    expect(status).toBe(200);
    const number = Number(body.answer.ticket.number);
    this.called.push(number);
    const shown = await this.town.post('initialstate', { location_id: 'hall' });
    const services: readonly { id: string; last_call_number: number }[] = shown.body.player_info.database.services;
    expect(services.find(({ id }) => id === 'passports')?.last_call_number).toBe(number);
    await this.town.conclude('endcall', body.answer.id);
    return true;
  }

  /** Tickets not called yet, in the order of arrival. */
  waiting(): readonly number[] {
    return this.visitors.filter(({ number }) => !this.called.includes(number)).map(({ number }) => number);
  }

  async isSettled(): Promise<void> {
    for (const kiosk of this.kiosks) {
      await kiosk.isReady('with its server');
      await kiosk.isHandedOver();
    }
    // The server withdraws tickets whose response was lost.
    await expect
      .poll(async () => {
        this.town.clock.advance(1_000);
        return (await this.town.waiting('Passports')).map(({ number }) => Number(number));
      })
      .toEqual(this.waiting());
  }
}

export async function playMorning({ seed, visitors, outages, without, kiosksDie }: Morning): Promise<void> {
  const throws = dice(seed, 1);
  const folder = await mkdtemp(join(tmpdir(), 'hall-'));
  const database = join(folder, 'town.db');
  const hall = new Hall(await openTown({ database, site: site(), at: MORNING }), database, throws);
  try {
    for (const id of KIOSKS) {
      const kiosk = await KioskClient.at(hall.town, id);
      hall.kiosks.push(kiosk);
      await kiosk.start();
    }
    for (const kiosk of hall.kiosks) await kiosk.isReady('with its server');
    const every = Math.floor(visitors / (outages + 1));
    for (let visitor = 1; visitor <= visitors; visitor += 1) {
      await hall.comes();
      if (!hall.isOut && throws.chance(0.6)) await hall.call();
      if (visitor % every === 0 && visitor / every <= outages) {
        await hall.pullOut();
        for (let more = 0; more < without; more += 1) {
          await hall.comes();
          if (kiosksDie && throws.chance(0.2)) await hall.killOne();
        }
        // By now, every kiosk shows its offline notice.
        for (const kiosk of hall.kiosks) await kiosk.isReady('alone');
        await hall.putBack();
        // Calls go on while kiosks sync; no ticket is called twice, and after the sync they are in order.
        await hall.call();
        await hall.isSettled();
      }
    }
    await hall.isSettled();
    const inTurn = hall.waiting();
    const before = hall.called.length;
    while (await hall.call());
    expect(hall.called.slice(before)).toEqual(inTurn);
    expect(hall.called.toSorted()).toEqual(hall.visitors.map(({ number }) => number).toSorted());
    expect(new Set(hall.called).size).toBe(hall.called.length);
    expect(hall.called.some((number) => number > 9_000)).toBe(true);
  } finally {
    for (const kiosk of hall.kiosks) await kiosk.close();
    if (!hall.isOut) await hall.town.close();
    await rm(folder, { recursive: true, force: true });
  }
}
