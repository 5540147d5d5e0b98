/** Three branches live through some days: visitors come, are called, served, sent on, forgotten; all through the interface. */
import { type Chance, chanceFrom } from '../../helpers/waits/chance.ts';
import { CLOSES } from '../../helpers/waits/town-hall-month.ts';
import { type Agenda, createAgenda } from './agenda.ts';
import { BREAKS, type Branch, type BranchDesk, kioskOf, OUTCOMES } from './branches.ts';
import type { Ledger, LedgerBreak, LedgerCall, LedgerSlip, LedgerTicket } from './ledger.ts';
import { type Visitor, visitorsOf } from './visitors.ts';
import { instantOn } from './wall-clock.ts';

/** An operation of the queue area; throws what the program refused. */
export type Ask = (operation: string, parameters: object) => Promise<Answered>;
// biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely
export type Answered = any;

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Until a clerk at rest sees that somebody has come. */
const SEES_MS = 8 * SECOND_MS;
/** Clerks stay so long after the last ticket was given. */
const STAYS_MS = 90 * MINUTE_MS;
const NOBODY_WAITS = 8;
/** How often something goes another way, of all calls. */
const SLIPS = 0.015;
const SENT_ON = 0.03;
const PAUSES = 0.02;
const SAYS_GOODBYE = 0.3;
/** Of breaks: those that a clerk does not forget to tell, and after which the desk is opened before anybody is called. */
const TELLS_BREAK = 0.75;
const OPENS_AFTER = 0.5;
const NOTES = 0.7;
const NOTES_ANEW = 0.1;

/** Somebody with a ticket in the hand. */
interface Guest {
  readonly ticket: LedgerTicket;
  readonly visitor: Visitor;
  /** What the next visit is for, and since when it is waited for. */
  serviceId: string;
  since: number;
  isWaiting: boolean;
  calls: number;
}

interface Desk {
  readonly desk: BranchDesk;
  readonly branch: Branch;
  isIdle: boolean;
  closesAt: number;
  breaks: { readonly from: number; readonly until: number }[];
  /** What the desk says of itself. */
  away: LedgerBreak | null;
  /** Of those who step aside and come back to this desk. */
  readonly back: Guest[];
}

export interface PlayOptions {
  readonly branches: readonly Branch[];
  readonly seed: number;
  /** A Monday, `yyyy-mm-dd`. */
  readonly first: string;
  readonly days: number;
  readonly ask: Ask;
  /** Moves the clock, and waits for what the program does meanwhile. */
  readonly turnTo: (instant: number) => Promise<void>;
  /** Looks at the house while people are in it; the ledger is as far as they are. */
  readonly look?: (now: number, ledger: Ledger) => Promise<void>;
}

const LOOKS_MS = 45 * MINUTE_MS;

export async function playMonth(options: PlayOptions): Promise<Ledger> {
  const { branches, seed, first, days, turnTo, look } = options;
  const ledger: Ledger = { tickets: [], calls: [], removed: [], sentOn: [], slips: [], breaks: [], noted: [] };
  const agenda = createAgenda();
  const start = Date.parse(`${first}T00:00:00Z`);
  branches.forEach((branch, index) => {
    const chance = chanceFrom(seed + index);
    // What clerks tell changes nothing of who comes.
    const habits = chanceFrom(seed + 100 + index);
    for (let day = 0; day < days; day += 1) {
      const date = new Date(start + day * DAY_MS).toISOString().slice(0, 10);
      agenda.at(instantOn(branch.zone, date, 5), () =>
        openBranch(branch, date, day % 7, { chance, habits }, agenda, ledger, options),
      );
    }
  });
  // The farthest zones are half a day off.
  const end = start + (days + 1) * DAY_MS;
  for (let at = start - DAY_MS; look !== undefined && at < end; at += LOOKS_MS)
    agenda.at(at, (now) => look(now, ledger));
  await agenda.play(end, turnTo);
  return ledger;
}

function openBranch(
  branch: Branch,
  day: string,
  weekday: number,
  { chance, habits }: Readonly<Record<'chance' | 'habits', Chance>>,
  agenda: Agenda,
  ledger: Ledger,
  { ask }: PlayOptions,
): void {
  const closes = CLOSES[weekday];
  if (closes === undefined) return;
  const closesAt = instantOn(branch.zone, day, closes);
  const guests = new Map<string, Guest>();
  const desks = branch.desks
    .filter(() => !chance.hits(0.08))
    .map(
      (desk): Desk => ({
        desk,
        branch,
        isIdle: false,
        closesAt: closesAt + STAYS_MS,
        breaks: breaksOf(desk),
        away: null,
        back: [],
      }),
    );

  function breaksOf({ lunchAt }: BranchDesk): Desk['breaks'] {
    if (closes === undefined || closes < 800) return [];
    const from = instantOn(branch.zone, day, Math.round(lunchAt + chance.between(-10, 10)));
    return [{ from, until: Math.round(from + chance.between(30, 45) * MINUTE_MS) }];
  }

  for (const visitor of visitorsOf(branch, day, weekday, chance))
    agenda.at(visitor.comesAt, (now) => comes(visitor, now));
  for (const each of desks)
    agenda.at(instantOn(branch.zone, day, 480) + chance.between(0, 240_000), (now) => callNext(each, now));

  async function comes(visitor: Visitor, now: number): Promise<void> {
    const { ticket, ticket_strings } = await ask('createticket', {
      service_id: visitor.serviceId,
      priority: visitor.priority,
      device_id: kioskOf(branch.id),
    });
    const written: LedgerTicket = {
      id: ticket.id,
      branchId: branch.id,
      serviceId: visitor.serviceId,
      priority: visitor.priority,
      at: now,
      told: Number(ticket_strings.waiting_time),
    };
    ledger.tickets.push(written);
    guests.set(ticket.id, {
      ticket: written,
      visitor,
      serviceId: visitor.serviceId,
      since: now,
      isWaiting: true,
      calls: 0,
    });
    wake(visitor.serviceId, now);
    if (chance.hits(SAYS_GOODBYE)) agenda.at(visitor.leavesAt, (at) => saysGoodbye(ticket.id, at));
  }

  /** Who goes home tells a clerk, now and then. */
  async function saysGoodbye(ticketId: string, now: number): Promise<void> {
    const guest = guests.get(ticketId);
    const told = desks[0];
    if (!guest?.isWaiting || guest.calls > 0 || told === undefined) return;
    guests.delete(ticketId);
    const { id: desk_id, userId: user_id } = told.desk;
    await ask('removeticket', { desk_id, user_id, ticket_id: ticketId, reason: 'went home' });
    ledger.removed.push({ ticketId, at: now });
  }

  /** Whoever is at rest and serves it sees that somebody waits. */
  function wake(serviceId: string, now: number): void {
    const rests = desks.find(({ isIdle, desk }) => isIdle && desk.serves.includes(serviceId));
    if (rests === undefined) return;
    rests.isIdle = false;
    agenda.at(now + SEES_MS, (at) => callNext(rests, at));
  }

  async function callNext(each: Desk, now: number): Promise<void> {
    if (now > each.closesAt) return;
    const pause = each.breaks.find(({ from, until }) => now >= from && now < until);
    if (pause !== undefined) {
      await leaves(each, now);
      agenda.at(pause.until, (at) => callNext(each, at));
      return;
    }
    const { id: desk_id, userId: user_id } = each.desk;
    if (each.away !== null && habits.hits(OPENS_AFTER)) {
      await ask('setdesk', { desk_id, user_id, state: 'open' });
      isBack(each, now);
    }
    const back = each.back.shift();
    if (back !== undefined) {
      const { answer } = await ask('callpausedticket', { desk_id, user_id, ticket_id: back.ticket.id });
      isBack(each, now);
      visits(each, back, answer.id, null, now);
      return;
    }
    const called = await ask('callnextticket', { desk_id, user_id, services: [] });
    const guest = nextFor(each.desk);
    const calledId = called.errno === NOBODY_WAITS ? undefined : called.answer.ticket.id;
    if (calledId !== guest?.ticket.id) throw new Error(`${desk_id} called ${calledId}, and not ${guest?.ticket.id}`);
    if (guest === undefined) {
      each.isIdle = true;
      return;
    }
    guest.isWaiting = false;
    isBack(each, now);
    if (chance.hits(SLIPS)) {
      const slip: LedgerSlip = {
        ticketId: guest.ticket.id,
        branchId: branch.id,
        serviceId: guest.serviceId,
        deskId: desk_id,
        at: now,
        waitedSince: guest.since,
        until: 0,
      };
      ledger.slips.push(slip);
      agenda.at(now + 4 * SECOND_MS, (at) => takesBack(each, guest, slip, at));
      return;
    }
    visits(each, guest, called.answer.id, guest.since, now);
  }

  async function leaves(each: Desk, now: number): Promise<void> {
    if (each.away !== null || !habits.hits(TELLS_BREAK)) return;
    const { id: deskId, userId } = each.desk;
    const reason = BREAKS[Math.floor(habits.between(0, BREAKS.length))] ?? '';
    await ask('setdesk', { desk_id: deskId, user_id: userId, state: 'break', reason });
    each.away = { branchId: branch.id, deskId, userId, reason, from: now, until: 0 };
    ledger.breaks.push(each.away);
  }

  /** Said so, or called somebody. */
  function isBack(each: Desk, now: number): void {
    if (each.away !== null) each.away.until = now;
    each.away = null;
  }

  /** Whose turn it is: priority first, then whoever has waited longest. */
  function nextFor({ serves }: BranchDesk): Guest | undefined {
    const before = (one: Guest, other: Guest): number =>
      Number(other.ticket.priority) - Number(one.ticket.priority) || one.since - other.since;
    return [...guests.values()].filter((each) => each.isWaiting && serves.includes(each.serviceId)).sort(before)[0];
  }

  /** The wrong button: nobody was called, and whoever was it is called again. */
  async function takesBack(each: Desk, guest: Guest, slip: LedgerSlip, now: number): Promise<void> {
    const { undo } = await ask(`counters/${each.desk.id}`, {});
    await ask('undo', { desk_id: each.desk.id, step_id: undo[0].step_id });
    guest.isWaiting = true;
    slip.until = now;
    agenda.at(now + 3 * SECOND_MS, (at) => callNext(each, at));
  }

  function visits(each: Desk, guest: Guest, answerId: string, waitedSince: number | null, now: number): void {
    const { id: deskId, userId, pace } = each.desk;
    const call: LedgerCall = {
      ticketId: guest.ticket.id,
      branchId: branch.id,
      serviceId: guest.serviceId,
      deskId,
      userId,
      at: now,
      first: guest.calls === 0,
      waitedSince,
      endedAt: 0,
      end: 'served',
    };
    ledger.calls.push(call);
    guest.calls += 1;
    const isHere = guest.calls > 1 || now < guest.visitor.leavesAt;
    if (!isHere) {
      ends(each, call, answerId, 'no-show', now + chance.between(60, 100) * SECOND_MS);
      return;
    }
    const end = chance.hits(SENT_ON) ? 'transferred' : chance.hits(PAUSES) ? 'paused' : 'served';
    ends(each, call, answerId, end, now + guest.visitor.takesMs * pace, guest);
  }

  function ends(
    each: Desk,
    call: LedgerCall,
    answer_id: string,
    end: LedgerCall['end'],
    at: number,
    guest?: Guest,
  ): void {
    agenda.at(at, async (now) => {
      call.endedAt = now;
      call.end = end;
      agenda.at(now + chance.spread(25_000, 0.5), (later) => callNext(each, later));
      if (end === 'served') await endsVisit(call, answer_id);
      if (end === 'no-show') await ask('cancelcall', { answer_id });
      if (guest === undefined) return;
      if (end === 'paused') {
        await ask('pausecall', { answer_id });
        agenda.at(now + chance.between(3, 15) * MINUTE_MS, (later) => comesBack(each, guest, later));
      }
      if (end === 'transferred') await sendOn(each, guest, answer_id, now);
    });
  }

  /** With what it was about, or without; now and then a clerk thinks better of it. */
  async function endsVisit(call: LedgerCall, answer_id: string): Promise<void> {
    const outcomes = habits.hits(NOTES) ? notes() : [];
    await ask('endcall', { answer_id, outcomes });
    const anew = habits.hits(NOTES_ANEW) ? notes() : null;
    if (anew !== null) await ask('setoutcomes', { answer_id, outcomes: anew });
    ledger.noted.push(...(anew ?? outcomes).map((each) => ({ call, ...each })));
  }

  const notes = () =>
    OUTCOMES.filter(() => habits.hits(0.5)).map((code) => ({ code, count: Math.floor(habits.between(1, 4)) }));

  function comesBack(each: Desk, guest: Guest, now: number): void {
    each.back.push(guest);
    if (!each.isIdle) return;
    each.isIdle = false;
    agenda.at(now + SEES_MS, (at) => callNext(each, at));
  }

  async function sendOn(each: Desk, guest: Guest, answer_id: string, now: number): Promise<void> {
    const others = branch.services.filter(({ id }) => id !== guest.serviceId);
    const dst = others[Math.floor(chance.between(0, others.length))] ?? branch.services[0];
    if (dst === undefined) throw new Error(`${branch.id} offers nothing`);
    const priority = guest.ticket.priority;
    await ask('transfercall', { answer_id, dst_type: 'service', dst_id: dst.id, priority, desk_id: each.desk.id });
    ledger.sentOn.push({ ticketId: guest.ticket.id, at: now, serviceId: dst.id });
    guest.serviceId = dst.id;
    guest.since = now;
    guest.isWaiting = true;
    wake(dst.id, now);
  }
}
