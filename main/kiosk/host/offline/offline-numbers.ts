/**
 * Leased numbers, and offline tickets that wait for sync.
 *
 * Three rules prevent duplicate numbers: a number is on disk before anyone sees it; the server leases different numbers
 * to each kiosk; and both count their exchanges, so that each detects a rollback of the other.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type LeaseAnswer, type LeaseParameters, MAX_PRINTED } from '../../../devices/contract/rest/offline.ts';
import type { ClockAndLog } from '../../../lib/context.ts';
import { largest } from '../../../lib/lists.ts';
import { ERRNO } from '../../../lib/result.ts';
import { uuidSource, uuidTime } from '../../../lib/uuid.ts';
import type { OfflineRecord } from '../../../printing/contract/printing.ts';
import {
  keysInHands,
  latestOfEach,
  offlineCrc,
  PRINT_JOURNAL,
  printedNumbers,
  readEntries,
} from '../../../printing/journal-files.ts';
import { meets } from '../../../queue/rules/offline-ranges.ts';
import { type ClientFault, isUnknownThere, type QueueClient } from '../../client/queue-client.ts';
import { ALIVE_MS, type LeaseOrigin, openLeaseFile } from './lease-journal.ts';
import type { HeldLease, LeasedTicket, LeaseState } from './lease-records.ts';
import { createHandOver, type HandOver } from './ticket-sync.ts';

/**
 * Offline tickets of this kiosk in the print journal. The lease file is in the same folder. Either file can have lost
 * its last lines: a number in any of them counts as issued.
 */

const isWhole = (id: string, record: OfflineRecord & { readonly crc: number }): boolean =>
  typeof record === 'object' && record.crc === offlineCrc(id, record) && Number.isSafeInteger(record.number);

/** Tickets in the journal, oldest first, each once; and whether some are unreadable. */
async function journaledTickets(
  dir: string,
): Promise<{ readonly tickets: readonly LeasedTicket[]; readonly isDamaged: boolean }> {
  const found = new Map<string, LeasedTicket>();
  let flipped = 0;
  for (const { ticket: id, offline } of latestOfEach(await readEntries(dir))) {
    if (id === undefined || offline === undefined) continue;
    if (!isWhole(id, offline)) {
      flipped += 1;
      continue;
    }
    const { holder, service, number, lang, priority } = offline;
    found.set(id, { id, holder, service, number, lang, priority });
  }
  return { tickets: [...found.values()], isDamaged: flipped > 0 };
}

export interface OfflineNumbers {
  /** Whether a number is left for this service, or for any. */
  canGive(serviceId?: string): boolean;
  /** Issues a number; null when none is left. */
  give(ticket: Pick<LeasedTicket, 'service' | 'lang' | 'priority'>): Promise<LeasedTicket | null>;
  /** A visitor holds it, on paper or from the screen. */
  held(id: string): Promise<void>;
  /**
   * Leases numbers for the day, if that was not done recently.
   * @param isBack whether the server was unavailable: its database was possibly restored
   */
  renew(isBack?: boolean): Promise<void>;
  /**
   * @param secondsOff by which this machine's clock is ahead of the server's, as reported by a heartbeat
   * @returns whether either clock was set: `renew` then leases again
   */
  hearClock(secondsOff: number): boolean;
  /** Syncs held tickets, oldest first; the rest is retried later. */
  handOver(): Promise<void>;
  /** Number of unsynced tickets of a service. */
  givenOf(service: string): number;
  /** `left`: numbers left today. Tickets as in `HandOver`. */
  figures(): { readonly left: number } & ReturnType<HandOver['figures']>;
  /** The server's time, derived from this machine's clock: epoch milliseconds. */
  serverNow(): number;
  /** Resolves when the file is read. */
  readonly opened: Promise<void>;
  close(): Promise<void>;
}

export interface OfflineNumbersOptions extends ClockAndLog {
  readonly client: Pick<QueueClient, 'leaseNumbers' | 'handOverTickets'>;
  readonly deviceId: string;
  /** Folder of this kiosk's print journal. */
  readonly dir: string;
  /** Called with the services' paper texts of each lease; resolves when they are on disk. */
  onTexts(answer: LeaseAnswer): Promise<void>;
  /** The file is unreadable, or partly so. */
  onDamaged?(name: string): void;
  onChange(): void;
}

type Refused = Extract<ClientFault, { kind: 'refused' }>;

const FILE = 'offline.jsonl';
/** Name of the server's queue in a damage report. */
const SERVER_RECORDS = 'server-queue';
const RENEW_MS = 600_000;
/** Longest business day. */
const PRINTED_MS = 86_400_000;
/** Older tickets in the print journal belong to an earlier day. */
const JOURNAL_MS = 2 * 86_400_000;
/** Numbers to skip after lost lines: a memory card can lose lines of the journal too. */
const SKIPPED_NUMBERS = 20;
/** After a larger step back, the clock no longer matches the lease's day. */
const BACK_MS = 3_600_000;

/** More than the error of a heartbeat, with its steps of ten seconds and network delay. */
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

/** Rejects invalid ranges: the number 0 is never issued, whatever a server sends. */
const isSpan = ({ service_id, first, last }: LeaseAnswer['leases'][number]): boolean =>
  service_id !== '' && first >= 1 && last >= first;

/** Times of a request and its response, by this machine's clock. */
interface Asked {
  readonly sentAt: number;
  readonly cameAt: number;
}

/** A longer time between them means that the clock was set, or the machine was suspended. */
const LONGEST_MS = 60_000;
const isTimed = ({ sentAt, cameAt }: Asked): boolean => cameAt >= sentAt && cameAt - sentAt <= LONGEST_MS;

/** A slow response gives an inaccurate offset: the known one is kept while it is possible. */
function aheadOf(known: number, serverNow: number, { sentAt, cameAt }: Asked): number {
  if (cameAt < sentAt) return serverNow - cameAt;
  const may = known <= serverNow - sentAt && known >= serverNow - cameAt;
  return may ? known : Math.round(serverNow - (sentAt + cameAt) / 2);
}

export function openOfflineNumbers(options: OfflineNumbersOptions): OfflineNumbers {
  const { client, deviceId, dir, clock, log } = options;
  const file = openLeaseFile({ path: join(dir, FILE), log, onDamaged: () => options.onDamaged?.(FILE) });
  let newId = uuidSource();
  /** Time of this run's newest ticket. */
  let givenAt = Number.NEGATIVE_INFINITY;
  /** Numbers that can be issued: null until this run knows that the file is its own, or the server has confirmed it. */
  let usable: LeaseState | null = null;
  /** Service → next number, ahead of the disk during a write. */
  const next = new Map<string, number>();
  /** Tickets that the server lacks, already reported to staff. */
  const unknownThere = new Set<string>();
  let renewedAt = Number.NEGATIVE_INFINITY;
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let isRenewing = false;
  /** The server was unavailable or a clock was set, and no numbers were leased since. */
  let mustRenew = false;
  /** Clock offset of the last renewal: the same offset does not cause another one. */
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
      // A number was possibly issued during the write.
      const isSame = before.some((old) => old.service === lease.service && meets(old, lease));
      next.set(lease.service, Math.max(lease.next, isSame ? (given.get(lease.service) ?? 0) : 0));
    }
    options.onChange();
  }

  /**
   * Recovers tickets that are on paper but not in the file, because a memory card lost its last lines. They will be
   * synced, and some more numbers count as issued.
   * @returns whether there were any
   */
  async function takeFromJournal(origin: LeaseOrigin): Promise<boolean> {
    const { tickets, gone } = file.facts();
    const known = new Set([...tickets.keys(), ...gone]);
    const { tickets: journaled, isDamaged } = await journaledTickets(dir);
    if (isDamaged) options.onDamaged?.(PRINT_JOURNAL);
    // By the tickets' own times, because this machine's clock can be wrong by years. The server refuses old ones.
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
    // The journal contains the numbers of the lost lines.
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
      // The leased numbers were possibly issued already.
      log.warn('offline.numbers-abandoned', { device: deviceId, origin });
      await abandon(state);
    } else if (state !== null && origin === 'own') use(file.facts().state);
    beat();
  }

  /** Logs a rollback: this folder, or the server's database, is older than the last exchange. */
  function notePutBack(): void {
    log.warn('offline.rollback-detected', { device: deviceId });
    options.onDamaged?.(FILE);
  }

  /** Takes a new holder id, and stops issuing numbers of the old lease. */
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

  /** The holder id is on disk before the request, so that a retry after a lost response gets the same lease. */
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

  /** Reports today's printed tickets that the server lacks: its database was restored. */
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
      // A third-party or older server has no number leases.
      askAgainAt = clock.now() + RENEW_MS;
    } else log.warn('offline.lease-failed', { device: deviceId, errno });
  }

  async function adopt(holder: string, answer: LeaseAnswer, asked: Asked): Promise<void> {
    const now = Date.parse(answer.now);
    const until = Date.parse(answer.until);
    if (Number.isNaN(now) || Number.isNaN(until)) return;
    // Paper texts are on disk first, so that a kiosk killed in between can print all leased numbers offline.
    await options.onTexts(answer);
    if (closed) return;
    const goesOn = (known: LeaseState): boolean => now < known.until;
    // A lease is on disk before it is used.
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
      // The server's clock was set back. One id source only increases, so a new one starts.
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
      // A clock that was set back does not move the ticket to the previous day.
      const issuedAt = Math.max(serverNow(), found.leasedAt);
      const ticket: LeasedTicket = { id: newId(issuedAt), holder, service, number, lang, priority };
      givenAt = uuidTime(ticket.id);
      const isKept = await file.write(() => ({ state: 'given', ...ticket }));
      // The number is used up, but no visitor has it.
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
      // A pending response can be older; the next heartbeat repeats the offset.
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
