/**
 * Ticket issuing: from the touch to the printed ticket.
 *
 * The number comes from the server, or from the lease in offline mode. In every case, intent log and lease file record
 * whether a visitor has it.
 */
import { randomUUID } from 'node:crypto';
import type { ClockAndLog } from '../../lib/context.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
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
  /** Prints the ticket of this visit, if it is pending. */
  print(visit: number): Promise<void>;
  /** Id of the ticket on the screen that a phone can take over; empty: none. */
  shown(): string;
  /** A phone shows this ticket. */
  takenAlong(ticketId: string): void;
  /** The visitor has left. */
  forget(): void;
}

interface TicketDeskOptions extends ClockAndLog {
  readonly client: QueueClient;
  readonly deviceId: string;
  readonly ledger: TicketLedger;
  /** Null for a kiosk without offline mode. */
  readonly alone: OfflineMode | null;
  readonly equipment: Equipment;
  readonly model: () => KioskModel;
  readonly dispatch: (event: KioskEvent) => void;
  /** A ticket is sent to the printer. */
  readonly onPaper: (paper: PaperTicket) => void;
  readonly onPrinted: (outcome: PrintOutcome, paper: PaperTicket) => void;
  /** An offline ticket was issued, and the server is still unavailable. */
  readonly onGivenAlone: () => void;
  /** A visitor holds an offline ticket, and the server is available. */
  readonly settle: () => Promise<void>;
  /** Whether the program is ending, so that no page shows a number any more. */
  readonly isEnding: () => boolean;
}

/** After this wait for a response, an offline number is used where available. */
const PATIENCE_MS = 3_000;

/** An issued ticket; `isOwn`: offline. */
interface Issued {
  readonly key: string;
  readonly isOwn: boolean;
}

interface NoTicket {
  readonly reason: ProblemReason;
  /** The server possibly created a ticket: it must be withdrawn. */
  readonly mayStand: boolean;
}

const NO_ANSWER: NoTicket = { reason: 'server-away', mayStand: true };

function refusal(errno: number, isAppointment: boolean): ProblemReason {
  switch (errno) {
    // After the lookup of the code, check-in can only have closed.
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

  /** Ticket id of a visit. */
  let given: { readonly visit: number; readonly ticketId: string } | null = null;

  /** The intent is on disk before the request, so that any crash leaves no ticket without a holder in the queue. */
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
    // Without a printer, the number on the screen is the delivery.
    if (model().phase.name === 'problem' && !isEnding()) inHands({ key, isOwn });
  }

  /** The visitor has the ticket, or has seen why it is not printed. */
  function inHands({ key, isOwn }: Issued): void {
    if (isOwn) void alone?.held(key).then(() => (model().link.kind === 'up' ? settle() : undefined));
    else ledger.ended(key);
  }

  /** Issues an offline number, which is on disk before anyone sees it. */
  async function issueAlone(wish: Wish): Promise<void> {
    const { visit, appointment } = wish;
    const { catalog } = model();
    const refuse = (reason: ProblemReason): void => dispatch({ kind: 'ticketRefused', visit, reason });
    // Only the server knows whether this appointment can check in.
    if (appointment?.late === false) return refuse('check-in-away');
    const given = catalog === null ? null : await alone?.give(wish, catalog, equipment.logo());
    if (!given) return refuse('server-away');
    show(visit, given.ticket, { key: given.key, isOwn: true });
    if (model().link.kind === 'alone') onGivenAlone();
  }

  /** Limits the wait for the server, where the visitor can get an offline number at once. */
  function patiently(
    asked: Promise<Result<IssuedTicket, NoTicket>>,
    serviceId: string,
  ): Promise<Result<IssuedTicket, NoTicket>> {
    if (alone?.canGive(serviceId) !== true) return asked;
    return new Promise((resolve, reject) => {
      const cancel = clock.after(PATIENCE_MS, () => {
        resolve(fail(NO_ANSWER));
        // Withdraws a late ticket at once, before the visitor retries.
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
    // At shutdown, an unprinted ticket stays open, so that the next run withdraws it unless its number was shown.
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
