/**
 * The host of one kiosk: runs the kiosk machine, owns its state, and does what the machine asks for — issue a
 * ticket, print it. Pages of any shell call it and hear of every change.
 */
import { randomUUID } from 'node:crypto';
import type { QueueClient } from '../client/queue-client.ts';
import type { Clock, Log } from '../context.ts';
import { ERRNO } from '../contract/errno.ts';
import type { DeviceStatus } from '../contract/events.ts';
import type { CallAnswer, KioskState, ProblemReason } from '../contract/kiosk.ts';
import type { PaperTicket } from '../contract/printing.ts';
import { fail, ok, type Result } from '../contract/result.ts';
import { reduce } from '../core/kiosk/machine.ts';
import { type KioskEffect, type KioskEvent, type KioskModel, startModel } from '../core/kiosk/model.ts';
import { view } from '../core/kiosk/view.ts';
import { checkCall } from './check-call.ts';
import { openCodeDesk } from './code-desk.ts';
import { lastPrintWord, printerFactsOf, printerWord, readersWord } from './device-report.ts';
import { type Equipment, type EquipmentMakers, openEquipment } from './equipment.ts';
import { type IssuedTicket, readIssuedTicket } from './issued-ticket.ts';
import { openTicketLedger } from './ledger/ticket-ledger.ts';
import { watchServer } from './watch-server.ts';

export interface KioskHost {
  /** What the page may ask; a call that is unknown or does not fit is answered with a fault, never with silence. */
  call(name: string, input: unknown): Promise<CallAnswer>;
  /** Tells the state now and at every change. Returns how to stop. */
  subscribe(listener: (state: KioskState) => void): () => void;
  /** Tells how the kiosk is, now and at every change. Returns how to stop. */
  onReport(listener: (status: DeviceStatus, isShown: boolean) => void): () => void;
  close(): Promise<void>;
}

export interface KioskHostOptions {
  readonly client: QueueClient;
  readonly deviceId: string;
  /** Overrides the language that the server names as the default. */
  readonly lang: string | null;
  /** Overrides of what the device's own settings say; null and empty leave it to them. */
  readonly printer: string | null;
  readonly readers: readonly string[];
  readonly makers: EquipmentMakers;
  /** Folder of the print journal and the ledger of tickets; null keeps no ledger on disk. */
  readonly journalDir: string | null;
  readonly clock: Clock;
  readonly log: Log;
}

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

export function createKioskHost(options: KioskHostOptions): KioskHost {
  const { client, clock, log } = options;
  let model: KioskModel = startModel(options.lang ?? 'en');
  let cancelTimer: (() => void) | null = null;
  /** The ticket of this visit that waits for its print. */
  let toPrint: { readonly visit: number; readonly paper: PaperTicket; readonly key: string } | null = null;
  const listeners = new Set<(state: KioskState) => void>();
  const codeDesk = openCodeDesk(client, clock);
  const ledger = openTicketLedger({ client, deviceId: options.deviceId, dir: options.journalDir, clock, log });
  const equipment: Equipment = openEquipment(options, {
    card: (event) => dispatch(event),
    printer(status) {
      dispatch({ kind: 'printerStatus', status });
      report();
    },
    readers: () => report(),
  });
  let lastPrint: DeviceStatus['last_print'] = '';
  const reporters = new Set<Parameters<KioskHost['onReport']>[0]>();
  /** Whether there is a page, in a window or a browser, that people can see. */
  const isShown = (): boolean => listeners.size > 0;

  const deviceStatus = (): DeviceStatus => ({
    printer: printerWord(model.printer),
    ...printerFactsOf(equipment.printer().facts()),
    last_print: lastPrint,
    readers: readersWord(equipment.readers()),
    screen: isShown() ? state().screen.name : '',
  });

  function report(): void {
    if (reporters.size === 0) return;
    const status = deviceStatus();
    for (const listener of reporters) listener(status, isShown());
  }

  const state = (): KioskState => view(model, clock.now(), equipment.wedge());

  function armTimer(before: KioskModel): void {
    if (model.deadline === before.deadline && cancelTimer !== null) return;
    cancelTimer?.();
    cancelTimer = null;
    if (model.deadline === null) return;
    cancelTimer = clock.after(model.deadline - clock.now(), () => {
      cancelTimer = null;
      dispatch({ kind: 'timeUp' });
    });
  }

  function dispatch(event: KioskEvent): void {
    const before = model;
    const step = reduce(model, event, clock.now());
    model = step.model;
    // What has to be done comes before what has to be shown: paper is slower than the screen.
    for (const effect of step.effects) start(effect);
    armTimer(before);
    if (model.phase.name !== before.phase.name)
      log.info('kiosk.phase', { device: options.deviceId, phase: model.phase.name });
    if (model.phase.name === 'idle') toPrint = null;
    if (model === before) return;
    const now = state();
    for (const listener of listeners) listener(now);
    report();
  }

  /** On disk before the server hears of it: whatever comes then, nothing stands in the queue that nobody holds. */
  async function issue(effect: Extract<KioskEffect, { kind: 'issue' }>): Promise<void> {
    const { visit, serviceId } = effect;
    const key = randomUUID();
    await ledger.asked(key, serviceId);
    const asked = await ask(effect, key).catch((error: unknown) => {
      ledger.lost(key, serviceId);
      throw error;
    });
    if (!asked.ok) {
      if (asked.error === 'server-away') ledger.lost(key, serviceId);
      else ledger.ended(key);
      log.warn('ticket.not-issued', { device: options.deviceId, reason: asked.error });
      return dispatch({ kind: 'ticketRefused', visit, reason: asked.error });
    }
    const { paper, screen } = asked.value;
    toPrint = { visit, key, paper: { ...paper, intent: key } };
    log.info('ticket.issued', { device: options.deviceId, ticket: paper.ticketId, number: paper.number });
    dispatch({ kind: 'ticketIssued', visit, ticket: screen });
    // Where nothing prints, the number on the screen is all there is.
    if (model.phase.name === 'problem') ledger.ended(key);
  }

  async function ask(
    { card, lang, priority, answers, appointment, serviceId }: Extract<KioskEffect, { kind: 'issue' }>,
    idempotencyKey: string,
  ): Promise<Result<IssuedTicket, ProblemReason>> {
    const { catalog } = model;
    if (catalog === null) return fail('refused');
    const answer = await client.createTicket(
      {
        service_id: serviceId,
        ...(lang === '' ? {} : { lang }),
        device_id: card?.deviceId || options.deviceId,
        ...(appointment === undefined ? {} : { appointment: appointment.id }),
        ...(appointment?.late === true ? { late_as_walk_in: true } : {}),
        ...(priority ? { priority: true } : {}),
        ...(card?.clientName ? { client_name: card.clientName.reveal() } : {}),
        ...(answers === null ? {} : { form_answers: Object.fromEntries(answers) }),
      },
      { idempotencyKey },
    );
    if (answer.ok) return ok(readIssuedTicket(answer.value, { lang, priority }, catalog, equipment.logo()));
    const { error } = answer;
    return fail(error.kind === 'refused' ? refusal(error.errno, appointment !== undefined) : 'server-away');
  }

  async function print(visit: number): Promise<void> {
    if (toPrint === null || toPrint.visit !== visit) return;
    const { paper, key } = toPrint;
    toPrint = null;
    const outcome = await equipment.printer().print(paper);
    lastPrint = lastPrintWord(outcome);
    if (!outcome.ok) {
      const { reason, doubtful, detail } = outcome.error;
      log.warn('ticket.not-printed', { device: options.deviceId, ticket: paper.ticketId, reason, doubtful, detail });
    }
    dispatch({ kind: 'printEnded', visit, outcome });
    ledger.ended(key);
    // Also when the visitor has gone meanwhile.
    report();
  }

  async function lookUp({ visit, code }: Extract<KioskEffect, { kind: 'lookUp' }>): Promise<void> {
    const answer = await codeDesk(code, model.catalog?.locationId ?? '');
    const event = answer.kind === 'codeRefused' ? `code.${answer.fault}` : 'appointment.read';
    log.info(event, { device: options.deviceId, rule: 'typed' });
    dispatch({ kind: 'codeAnswered', visit, answer });
  }

  function perform(effect: KioskEffect): Promise<void> {
    switch (effect.kind) {
      case 'issue':
        return issue(effect);
      case 'lookUp':
        return lookUp(effect);
      case 'print':
        return print(effect.visit);
    }
  }

  /** What the machine hears when an effect broke down for a reason that nobody has thought of. */
  function brokenDown({ kind, visit }: KioskEffect): KioskEvent {
    const fault = { reason: 'fault', doubtful: true, detail: 'unexpected fault' } as const;
    switch (kind) {
      case 'issue':
        return { kind: 'ticketRefused', visit, reason: 'refused' };
      case 'lookUp':
        return { kind: 'codeAnswered', visit, answer: { kind: 'appointmentRefused', reason: 'refused' } };
      case 'print':
        return { kind: 'printEnded', visit, outcome: { ok: false, error: fault } };
    }
  }

  /** A bug in the way to a ticket must not leave the visitor in front of a screen that never changes. */
  function start(effect: KioskEffect): void {
    perform(effect).catch((error: unknown) => {
      log.error('kiosk.fault', { device: options.deviceId, effect: effect.kind, detail: String(error) });
      dispatch(brokenDown(effect));
    });
  }

  const watch = watchServer(client, options, {
    catalog(catalog, device) {
      equipment.adopt(catalog, device);
      dispatch({ kind: 'catalog', catalog });
      void ledger.settle();
    },
    queues: (now) => dispatch({ kind: 'queues', now }),
    away(reason) {
      if (model.link.kind !== 'down') log.warn('server.away', { device: options.deviceId, reason });
      dispatch({ kind: 'linkDown', reason });
    },
  });

  return {
    async call(name, input) {
      const asked = checkCall(name, input);
      if (!asked.ok) return asked;
      if (asked.value.kind === 'cardText') equipment.cardText(asked.value.text);
      else dispatch(asked.value);
      return { ok: true };
    },
    subscribe(listener) {
      listeners.add(listener);
      listener(state());
      if (listeners.size === 1) report();
      return () => {
        if (listeners.delete(listener) && !isShown()) report();
      };
    },
    onReport(listener) {
      reporters.add(listener);
      listener(deviceStatus(), isShown());
      return () => void reporters.delete(listener);
    },
    async close() {
      watch.close();
      cancelTimer?.();
      listeners.clear();
      reporters.clear();
      await watch.started;
      await equipment.close();
      await ledger.close();
    },
  };
}
