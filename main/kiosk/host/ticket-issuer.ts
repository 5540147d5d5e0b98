/**
 * Ticket issuing: from the touch to the printed ticket.
 *
 * The number comes from the server, or from the lease in offline mode. In every case, intent log and lease file know
 * whether a visitor has it.
 */
import { randomUUID } from 'node:crypto';
import type { Clock, Log } from '../../lib/context.ts';
import { ERRNO } from '../../lib/errno.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { PaperTicket, PrintOutcome } from '../../printing/contract/printing.ts';
import type { QueueClient } from '../client/queue-client.ts';
import type { ProblemReason } from '../contract/kiosk.ts';
import type { KioskEffect, KioskEvent, KioskModel } from '../machine/model.ts';
import type { TicketLedger } from './intent-log/ticket-ledger.ts';
import { type IssuedTicket, readIssuedTicket } from './issued-ticket.ts';
import type { OfflineMode } from './offline/offline-mode.ts';
import type { Equipment } from './peripherals.ts';
import { isOutage } from './server-poller.ts';

type Wish = Extract<KioskEffect, { kind: 'issue' }>;

export interface TicketIssuer {
  issue(wish: Wish): Promise<void>;
  /** Prints the ticket of this visit, if it waits for that. */
  print(visit: number): Promise<void>;
  /** Id of the ticket whose number stands on the screen for a phone to take along; empty: none does. */
  shown(): string;
  /** A phone shows that ticket. */
  takenAlong(ticketId: string): void;
  /** Nobody stands there any more. */
  forget(): void;
}

interface TicketDeskOptions {
  readonly client: QueueClient;
  readonly deviceId: string;
  readonly ledger: TicketLedger;
  /** Null for a kiosk that does not go on without its server. */
  readonly alone: OfflineMode | null;
  readonly equipment: Equipment;
  readonly clock: Clock;
  readonly log: Log;
  readonly model: () => KioskModel;
  readonly dispatch: (event: KioskEvent) => void;
  /** A ticket goes to the printer. */
  readonly onPaper: (paper: PaperTicket) => void;
  readonly onPrinted: (outcome: PrintOutcome, paper: PaperTicket) => void;
  /** A number was given without the server, which is away still. */
  readonly onGivenAlone: () => void;
  /** A number that was given without the server is held, and the server is there. */
  readonly settle: () => Promise<void>;
  /** Whether the program ends: no page shows a number any more. */
  readonly isEnding: () => boolean;
}

/** A server that stands still for so long is taken to be away, where a number can be had without it. */
const PATIENCE_MS = 3_000;

/** How a ticket was asked for; `isOwn`: the kiosk has given it by itself. */
interface Issued {
  readonly key: string;
  readonly isOwn: boolean;
}

interface NoTicket {
  readonly reason: ProblemReason;
  /** The server may have made one all the same: it is to be taken back. */
  readonly mayStand: boolean;
}

const NO_ANSWER: NoTicket = { reason: 'server-away', mayStand: true };

function refusal(errno: number, isAppointment: boolean): ProblemReason {
  switch (errno) {
    // Between reading the code and asking for the ticket, the window can only have closed.
    case ERRNO.outsideCheckIn:
      return 'appointment-late';
    case ERRNO.ticketState:
      return isAppointment ? 'appointment-done' : 'refused';
    case ERRNO.serviceClosed:
      return 'service-closed';
    case ERRNO.waitingCapReached:
      return 'service-full';
    case ERRNO.storeUnreachable:
      return 'server-away';
    default:
      return 'refused';
  }
}

export function createTicketIssuer(options: TicketDeskOptions): TicketIssuer {
  const { client, deviceId, ledger, alone, equipment, clock, log, model, dispatch } = options;
  const { onPaper, onPrinted, onGivenAlone, settle, isEnding } = options;
  /** The ticket of this visit that waits for its print. */
  let toPrint: (Issued & { readonly visit: number; readonly paper: PaperTicket }) | null = null;

  /** Id of the ticket of a visit. */
  let given: { readonly visit: number; readonly ticketId: string } | null = null;

  /** On disk before the server hears of it: whatever comes then, nothing stands in the queue that nobody holds. */
  async function issue(wish: Wish): Promise<void> {
    const { visit, serviceId } = wish;
    if (model().link.kind === 'alone') return issueAlone(wish);
    const key = randomUUID();
    await ledger.asked(key, serviceId);
    const asked = await patiently(ask(wish, key), serviceId).catch((error: unknown) => {
      ledger.lost(key, serviceId);
      throw error;
    });
    if (!asked.ok) {
      const { reason, mayStand } = asked.error;
      if (mayStand) ledger.lost(key, serviceId);
      else ledger.ended(key);
      if (reason === 'server-away' && alone?.canGive(serviceId) === true) return issueAlone(wish);
      log.warn('ticket.issue-failed', { device: deviceId, reason });
      return dispatch({ kind: 'ticketRefused', visit, reason });
    }
    show(visit, asked.value, { key, isOwn: false });
  }

  function show(visit: number, { paper, screen }: IssuedTicket, { key, isOwn }: Issued): void {
    toPrint = { visit, key, isOwn, paper: { ...paper, intent: key } };
    given = { visit, ticketId: paper.ticketId };
    const event = isOwn ? 'ticket.issued-offline' : 'ticket.issued';
    log.info(event, { device: deviceId, ticket: paper.ticketId, number: paper.number });
    dispatch({ kind: 'ticketIssued', visit, ticket: screen, lang: paper.lang });
    // Where nothing prints, the number on the screen is all there is.
    if (model().phase.name === 'problem' && !isEnding()) inHands({ key, isOwn });
  }

  /** Its visitor has it, or has been shown why it is not on paper. */
  function inHands({ key, isOwn }: Issued): void {
    if (isOwn) void alone?.held(key).then(() => (model().link.kind === 'up' ? settle() : undefined));
    else ledger.ended(key);
  }

  /** A number of its own, on its disk before anybody sees it. */
  async function issueAlone(wish: Wish): Promise<void> {
    const { visit, appointment } = wish;
    const { catalog } = model();
    const refuse = (reason: ProblemReason): void => dispatch({ kind: 'ticketRefused', visit, reason });
    // Whether that appointment may be checked in for now, only the server knows.
    if (appointment?.late === false) return refuse('check-in-away');
    const given = catalog === null ? null : await alone?.give(wish, catalog, equipment.logo());
    if (!given) return refuse('server-away');
    show(visit, given.ticket, { key: given.key, isOwn: true });
    if (model().link.kind === 'alone') onGivenAlone();
  }

  /** A visitor who can have a number at once does not wait for a server that stands still. */
  function patiently(
    asked: Promise<Result<IssuedTicket, NoTicket>>,
    serviceId: string,
  ): Promise<Result<IssuedTicket, NoTicket>> {
    if (alone?.canGive(serviceId) !== true) return asked;
    return new Promise((resolve, reject) => {
      const cancel = clock.after(PATIENCE_MS, () => {
        resolve(fail(NO_ANSWER));
        // What comes all the same is taken back at once, before its visitor tries again.
        void asked.then((late) => (late.ok ? settle() : undefined)).catch(() => {});
      });
      asked.then(resolve, reject).finally(cancel);
    });
  }

  async function ask(wish: Wish, idempotencyKey: string): Promise<Result<IssuedTicket, NoTicket>> {
    const { card, lang, priority, answers, appointment, serviceId } = wish;
    const { catalog } = model();
    if (catalog === null) return fail({ reason: 'refused', mayStand: false });
    const answer = await client.createTicket(
      {
        service_id: serviceId,
        ...(lang === '' ? {} : { lang }),
        device_id: card?.deviceId || deviceId,
        ...(appointment === undefined ? {} : { appointment: appointment.id }),
        ...(appointment?.late === true ? { late_as_walk_in: true } : {}),
        ...(priority ? { priority: true } : {}),
        ...(card?.clientName ? { client_name: card.clientName.reveal() } : {}),
        ...(answers === null ? {} : { form_answers: Object.fromEntries(answers) }),
      },
      { idempotencyKey },
    );
    if (answer.ok) return ok(readIssuedTicket(answer.value, wish, catalog, equipment.logo()));
    const { error } = answer;
    const mayStand = isOutage(error);
    if (error.kind === 'unreachable' || (alone !== null && mayStand)) return fail(NO_ANSWER);
    return fail({ reason: refusal(error.errno, appointment !== undefined), mayStand });
  }

  async function print(visit: number): Promise<void> {
    if (toPrint === null || toPrint.visit !== visit) return;
    const { paper, key, isOwn } = toPrint;
    toPrint = null;
    onPaper(paper);
    const outcome = await equipment.printer().print(paper);
    if (!outcome.ok) {
      const { reason, doubtful, detail } = outcome.error;
      log.warn('ticket.print-failed', { device: deviceId, ticket: paper.ticketId, reason, doubtful, error: detail });
    }
    dispatch({ kind: 'printEnded', visit, outcome });
    // The next program takes back tickets without paper, unless their number was on the screen.
    if (outcome.ok || outcome.error.doubtful || !isEnding()) inHands({ key, isOwn });
    onPrinted(outcome, paper);
  }

  return {
    issue,
    print,
    shown() {
      const { phase, visit } = model();
      const isThere = phase.name === 'problem' && phase.ticket?.page !== undefined && phase.taken !== true;
      return isThere && given?.visit === visit ? given.ticketId : '';
    },
    takenAlong(ticketId) {
      if (given?.ticketId !== ticketId || given.visit !== model().visit) return;
      log.info('ticket.moved-to-phone', { device: deviceId, ticket: ticketId });
      dispatch({ kind: 'takenAlong', visit: given.visit });
    },
    forget() {
      toPrint = null;
      given = null;
    },
  };
}
