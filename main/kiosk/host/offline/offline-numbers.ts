/**
 * Leased numbers, and offline tickets that wait for sync.
 *
 * What keeps a number from being given twice: it is on the disk before anybody sees it; the server lends each kiosk
 * other numbers; and both count how often they have met, so that whichever of the two was put back is noticed by the
 * other.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type LeaseAnswer, type LeaseParameters, MAX_PRINTED } from '../../../devices/contract/rest/offline.ts';
import type { Clock, Log } from '../../../lib/context.ts';
import { ERRNO } from '../../../lib/errno.ts';
import { largest } from '../../../lib/lists.ts';
import { uuidSource, uuidTime } from '../../../lib/uuid.ts';
import {
  keysInHands,
  latestOfEach,
  PRINT_JOURNAL,
  printedNumbers,
  readEntries,
} from '../../../printing/journal-files.ts';
import { meets } from '../../../queue/rules/offline-ranges.ts';
import { type ClientFault, isUnknownThere, type QueueClient } from '../../client/queue-client.ts';
import { journaledTickets } from './journaled-tickets.ts';
import { ALIVE_MS, type LeaseOrigin, openLeaseFile } from './lease-journal.ts';
import type { HeldLease, LeasedTicket, LeaseState } from './lease-records.ts';
import { createHandOver, type HandOver } from './ticket-sync.ts';

export interface OfflineNumbers {
  /** Whether it has a number of any service to give now; of a service, whether of that. */
  canGive(serviceId?: string): boolean;
  /** Spends a number; null when there is none. */
  give(ticket: Pick<LeasedTicket, 'service' | 'lang' | 'priority'>): Promise<LeasedTicket | null>;
  /** Somebody holds it, on paper or from the screen. */
  held(id: string): Promise<void>;
  /**
   * Has numbers lent for the day, when that has not been done or a while ago.
   *
   * @param isBack whether the server was away: its database may have been restored
   */
  renew(isBack?: boolean): Promise<void>;
  /**
   * @param secondsOff by how much the clock of this machine is ahead of the server's, as a heartbeat says
   * @returns whether either clock was set: then `renew` leases again
   */
  hearClock(secondsOff: number): boolean;
  /** Hands over what is held, oldest first; the rest stays for the next time. */
  handOver(): Promise<void>;
  /** Tickets of a service that are not handed over yet. */
  givenOf(service: string): number;
  /** `left`: numbers that may be given today. The tickets: as `HandOver` has them. */
  figures(): { readonly left: number } & ReturnType<HandOver['figures']>;
  /** What the server says that it is now, by the clock of this machine: epoch milliseconds. */
  serverNow(): number;
  /** Settles when the file was read. */
  readonly opened: Promise<void>;
  close(): Promise<void>;
}

export interface OfflineNumbersOptions {
  readonly client: Pick<QueueClient, 'leaseNumbers' | 'handOverTickets'>;
  readonly deviceId: string;
  /** Where the print journal of this kiosk is. */
  readonly dir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Hears what the services say on paper, with each lease; settles when that is on the disk. */
  onTexts(answer: LeaseAnswer): Promise<void>;
  /** The file cannot be read, or not all of it. */
  onDamaged?(name: string): void;
  onChange(): void;
}

type Refused = Extract<ClientFault, { kind: 'refused' }>;

const FILE = 'offline.jsonl';
/** What a report of damage calls the queue of the server. */
const SERVER_RECORDS = 'server-queue';
const RENEW_MS = 600_000;
/** No business day is longer. */
const PRINTED_MS = 86_400_000;
/** Older tickets in the print journal are of an earlier day. */
const JOURNAL_MS = 2 * 86_400_000;
/** A card that lost lines may have lost them in the journal too: so many more may be on paper. */
const SKIPPED_NUMBERS = 20;
/** A clock that was set back by more is not the one by which the day was lent. */
const BACK_MS = 3_600_000;

/** More than a heartbeat is off by its steps of ten seconds and a slow line. */
const CLOCK_SET_MS = 20_000;

const newState = (leases: readonly HeldLease[] = [], until = 0): LeaseState => ({
  holder: randomUUID(),
  turn: 0,
  slot: -1,
  request: '',
  leasedAt: 0,
  until,
  ahead: 0,
  leases,
});

/** Whatever a server answers, nobody is given the number 0. */
const isSpan = ({ service_id, first, last }: LeaseAnswer['leases'][number]): boolean =>
  service_id !== '' && first >= 1 && last >= first;

/** When a request left and when its answer came, by the clock of this machine. */
interface Asked {
  readonly sentAt: number;
  readonly cameAt: number;
}

/** No answer is waited for so long: the clock was set meanwhile, or the machine has slept. */
const LONGEST_MS = 60_000;
const isTimed = ({ sentAt, cameAt }: Asked): boolean => cameAt >= sentAt && cameAt - sentAt <= LONGEST_MS;

/** An answer that took long says little of the clock: what was known stands as long as it may be so. */
function aheadOf(known: number, serverNow: number, { sentAt, cameAt }: Asked): number {
  if (cameAt < sentAt) return serverNow - cameAt;
  const may = known <= serverNow - sentAt && known >= serverNow - cameAt;
  return may ? known : Math.round(serverNow - (sentAt + cameAt) / 2);
}

export function openOfflineNumbers(options: OfflineNumbersOptions): OfflineNumbers {
  const { client, deviceId, dir, clock, log } = options;
  const file = openLeaseFile({ path: join(dir, FILE), log, onDamaged: () => options.onDamaged?.(FILE) });
  let newId = uuidSource();
  /** The time that the newest ticket of this program says. */
  let givenAt = Number.NEGATIVE_INFINITY;
  /** What may be given: only after this program has seen that its file is its own, or the server has. */
  let usable: LeaseState | null = null;
  /** Service → the next number, ahead of the disk while a line is on its way there. */
  const next = new Map<string, number>();
  /** Ids of tickets of which staff were told that the server does not know them. */
  const unknownThere = new Set<string>();
  let renewedAt = Number.NEGATIVE_INFINITY;
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let isRenewing = false;
  /** The server was away, or a clock was set, and it has lent no numbers since. */
  let mustRenew = false;
  /** What a heartbeat said when numbers were last leased for it: a server that says it all the same is not asked again. */
  let heardOff = Number.NaN;
  let isHandingOver = false;
  let closed = false;
  let cancelAlive = (): void => {};

  const serverNow = (): number => clock.now() + (file.facts().state?.ahead ?? 0);
  const handingOver = createHandOver({ ...options, file, serverNow, isClosed: () => closed });

  function use(state: LeaseState | null): void {
    const before = usable !== null && isToday(usable) ? usable.leases : [];
    const given = new Map(next);
    usable = state;
    next.clear();
    for (const lease of state?.leases ?? []) {
      // A number may have been given while the disk was written.
      const isSame = before.some((old) => old.service === lease.service && meets(old, lease));
      next.set(lease.service, Math.max(lease.next, isSame ? (given.get(lease.service) ?? 0) : 0));
    }
    options.onChange();
  }

  /**
   * Tickets that are on paper and not in the file: its last lines were lost, as a card loses what it was given last. They are handed
   * over, and some more numbers count as given.
   *
   * @returns whether there were any
   */
  async function takeFromJournal(origin: LeaseOrigin): Promise<boolean> {
    const { tickets, gone } = file.facts();
    const known = new Set([...tickets.keys(), ...gone]);
    const { tickets: journaled, isDamaged } = await journaledTickets(dir);
    if (isDamaged) options.onDamaged?.(PRINT_JOURNAL);
    // By their own times: the clock of this machine may be wrong by years. The server refuses what is too old.
    const newest = largest(journaled.map(({ id }) => uuidTime(id)));
    const lost = journaled.filter(({ id }) => !known.has(id) && newest - uuidTime(id) < JOURNAL_MS);
    if (lost.length === 0) return false;
    log.error('offline.numbers-lost', { device: deviceId, numbers: lost.map(({ number }) => number) });
    options.onDamaged?.(FILE);
    for (const ticket of lost) {
      await file.write(() => ({ state: 'given', ...ticket }));
      await file.write(() => ({ state: 'held', id: ticket.id }));
    }
    const services = new Set(lost.map(({ service }) => service));
    await file.write(({ state }) => {
      const before = state ?? newState();
      const leases = before.leases.map((each) =>
        origin === 'cut' || services.has(each.service)
          ? { ...each, next: Math.min(each.last + 1, each.next + SKIPPED_NUMBERS) }
          : each,
      );
      return { state: 'leased', ...before, leases };
    });
    return true;
  }

  async function open(): Promise<void> {
    const found = await file.opened;
    const hasJournaled = await takeFromJournal(found);
    // The journal has the numbers of the lines that were lost.
    const origin = found === 'cut' ? (hasJournaled ? 'own' : 'put-back') : found;
    const { state, tickets } = file.facts();
    const waiting = [...tickets.values()].filter(({ isHeld }) => !isHeld);
    if (waiting.length > 0) {
      const inHands = keysInHands(latestOfEach(await readEntries(dir)));
      for (const { id } of waiting)
        await file.write(() => (inHands.has(id) ? { state: 'held', id } : { state: 'gone', ids: [id] }));
      log.warn('offline.unsynced-tickets-found', { device: deviceId, count: waiting.length });
    }
    if (origin === 'put-back') notePutBack();
    if (state !== null && origin !== 'own' && clock.now() + state.ahead < state.until) {
      // What it holds today may have been given already.
      log.warn('offline.numbers-abandoned', { device: deviceId, origin });
      await abandon(state);
    } else if (state !== null && origin === 'own') use(file.facts().state);
    beat();
  }

  /** This folder, or the database of the server, is older than what both have seen. */
  function notePutBack(): void {
    log.warn('offline.rollback-detected', { device: deviceId });
    options.onDamaged?.(FILE);
  }

  /** Begins under another name, and gives nothing more of what was lent under this one. */
  async function abandon({ leases, until }: LeaseState): Promise<boolean> {
    use(null);
    const spent = leases.map((lease) => ({ ...lease, next: lease.last + 1 }));
    return file.write(() => ({ state: 'leased', ...newState(spent, until) }));
  }

  function beat(): void {
    if (closed) return;
    cancelAlive = clock.after(ALIVE_MS, () => {
      if (usable !== null) void file.write(() => ({ state: 'alive' }));
      beat();
    });
  }

  function isToday({ leasedAt, until }: LeaseState): boolean {
    const now = serverNow();
    return now < until && now > leasedAt - BACK_MS;
  }

  function left({ service, last }: HeldLease): number {
    return Math.max(0, last + 1 - (next.get(service) ?? last + 1));
  }

  function leaseOf(service: string): HeldLease | null {
    if (usable === null || !isToday(usable)) return null;
    const lease = usable.leases.find((each) => each.service === service);
    return lease === undefined || left(lease) === 0 ? null : lease;
  }

  /** Asked under a name that is on the disk, so that an answer that is lost is given again. */
  async function lease(again: boolean): Promise<void> {
    const isKept = await file.write(({ state }) => {
      const before = state ?? newState();
      return { state: 'leased', ...before, request: before.request || randomUUID() };
    });
    const asked = file.facts().state;
    if (!isKept || asked === null) return;
    const sentAt = clock.now();
    const { holder, request, turn, slot } = asked;
    const answer = await client.leaseNumbers(deviceId, { holder, request, turn, slot, printed: await printed() });
    if (closed) return;
    if (answer.ok) {
      mustRenew = false;
      noteUnknown(answer.value.unknown_tickets ?? []);
    }
    if (answer.ok) await adopt(holder, answer.value, { sentAt, cameAt: clock.now() });
    else if (answer.error.kind === 'refused') await refused(asked, answer.error, again);
  }

  async function printed(): Promise<LeaseParameters['printed']> {
    const numbers = await printedNumbers(dir, clock.now() - PRINTED_MS);
    return numbers.slice(0, MAX_PRINTED).map(({ id, service, number }) => ({ id, service_id: service, number }));
  }

  /** Tickets of today are on paper here, and the server knows nothing of them: its database was restored. */
  function noteUnknown(ids: readonly string[]): void {
    const news = ids.filter((id) => !unknownThere.has(id));
    for (const id of news) unknownThere.add(id);
    if (news.length === 0) return;
    log.error('server.tickets-lost', { device: deviceId, count: news.length });
    options.onDamaged?.(SERVER_RECORDS);
  }

  async function refused(asked: LeaseState, fault: Refused, again: boolean): Promise<void> {
    const { errno } = fault;
    if (errno === ERRNO.ticketState && again) {
      notePutBack();
      if (await abandon(asked)) await lease(false);
    } else if (isUnknownThere(fault)) {
      // Of another maker or version: it has no numbers to lend.
      askAgainAt = clock.now() + RENEW_MS;
    } else log.warn('offline.lease-failed', { device: deviceId, errno });
  }

  async function adopt(holder: string, answer: LeaseAnswer, asked: Asked): Promise<void> {
    const now = Date.parse(answer.now);
    const until = Date.parse(answer.until);
    if (Number.isNaN(now) || Number.isNaN(until)) return;
    // A kiosk that is killed in between, and starts while its server is away, has the words for all that it may give.
    await options.onTexts(answer);
    if (closed) return;
    const goesOn = (known: LeaseState): boolean => now < known.until;
    // What is lent is on the disk before it is used.
    const isKept = await file.write(({ state }) => {
      const known = state ?? newState();
      const leases = answer.leases.filter(isSpan).map((lent): HeldLease => {
        const { service_id: service, first, last } = lent;
        const leasedAt = Date.parse(lent.leased_at) || now;
        const old = known.leases.find((each) => each.service === service);
        const isSameDay = old !== undefined && meets(old, lent) && (goesOn(known) || old.leasedAt === leasedAt);
        const begun = isSameDay ? Math.max(first, old.next, next.get(service) ?? first) : first;
        return { service, first, last, leasedAt, next: begun };
      });
      const lent = { turn: answer.turn, slot: answer.slot, request: '', leasedAt: now, until };
      return { state: 'leased', holder, ...lent, ahead: aheadOf(known.ahead, now, asked), leases };
    });
    if (!isKept) return use(null);
    renewedAt = isTimed(asked) ? asked.cameAt : Number.NEGATIVE_INFINITY;
    if (givenAt - now > CLOCK_SET_MS) {
      // The clock of the server was set back since. Ids of one source only grow, so that another one begins.
      newId = uuidSource();
      givenAt = Number.NEGATIVE_INFINITY;
    }
    use(file.facts().state);
  }

  const opened = open().catch((error: unknown) => log.error('offline.file-open-failed', { error: String(error) }));
  return {
    opened,
    serverNow,
    canGive(service) {
      if (service !== undefined) return leaseOf(service) !== null;
      return usable?.leases.some((each) => leaseOf(each.service) !== null) ?? false;
    },
    async give({ service, lang, priority }) {
      const found = leaseOf(service);
      const number = next.get(service);
      if (found === null || number === undefined || usable === null) return null;
      next.set(service, number + 1);
      const { holder } = usable;
      // A clock that was set back since does not put its visitor into the day before.
      const issuedAt = Math.max(serverNow(), found.leasedAt);
      const ticket: LeasedTicket = { id: newId(issuedAt), holder, service, number, lang, priority };
      givenAt = uuidTime(ticket.id);
      const isKept = await file.write(() => ({ state: 'given', ...ticket }));
      // Its number is spent, and nobody waits with it.
      if (!isKept) void file.write(() => ({ state: 'gone', ids: [ticket.id] }));
      options.onChange();
      return isKept ? ticket : null;
    },
    async held(id) {
      await file.write(() => ({ state: 'held', id }));
      options.onChange();
    },
    async renew(isBack = false) {
      mustRenew ||= isBack;
      await opened;
      const now = clock.now();
      const isFresh =
        !mustRenew && usable !== null && isToday(usable) && now - renewedAt < RENEW_MS && now >= renewedAt;
      if (isRenewing || closed || isFresh || now < askAgainAt) return;
      isRenewing = true;
      await lease(true).finally(() => {
        isRenewing = false;
      });
    },
    hearClock(secondsOff) {
      const { state } = file.facts();
      const offMs = secondsOff * 1_000;
      // An answer that is on its way may be of the time before: the next heartbeat says the same.
      if (state === null || isRenewing || Math.abs(offMs + state.ahead) <= CLOCK_SET_MS) return false;
      if (Math.abs(offMs - heardOff) <= CLOCK_SET_MS) return false;
      heardOff = offMs;
      mustRenew = true;
      log.warn('offline.clock-changed', { device: deviceId, seconds: Math.round((offMs + state.ahead) / 1_000) });
      return true;
    },
    async handOver() {
      await opened;
      if (isHandingOver || closed) return;
      isHandingOver = true;
      await handingOver.run().finally(() => {
        isHandingOver = false;
        options.onChange();
      });
    },
    givenOf: (service) => [...file.facts().tickets.values()].filter((ticket) => ticket.service === service).length,
    figures: () => ({
      left: usable === null || !isToday(usable) ? 0 : usable.leases.reduce((sum, each) => sum + left(each), 0),
      ...handingOver.figures(),
    }),
    async close() {
      closed = true;
      cancelAlive();
      await opened;
      await file.close();
    },
  };
}
