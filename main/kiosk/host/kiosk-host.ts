/**
 * Host of one kiosk: runs the machine and its effects.
 *
 * It owns the machine's state. `ticket-issuer.ts` issues and prints tickets, `code-lookup.ts` looks up codes, and
 * `server-connection.ts` follows the server. Pages of any shell call the host and receive every change.
 */

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { RequestedAction } from '../../devices/contract/device-actions.ts';
import { type DeviceStatus, UNKNOWN_STATUS } from '../../devices/contract/device-status.ts';
import type { ClockAndLog } from '../../lib/context.ts';
import { subscribe } from '../../lib/lists.ts';
import type { PrintOutcome } from '../../printing/contract/printing.ts';
import type { QueueClient } from '../client/queue-client.ts';
import type { KioskReply, KioskState } from '../contract/kiosk.ts';
import { reduce } from '../machine/machine.ts';
import { type KioskEffect, type KioskEvent, type KioskModel, startModel } from '../machine/model.ts';
import { view } from '../machine/view.ts';
import { openPanelHere, type PanelProgram } from '../panel/panel-adapter.ts';
import type { SpeechProgram } from '../voice/run-program.ts';
import { checkCall, isPanelCall, isVoiceCall } from './check-call.ts';
import { openCodeLookup } from './code-lookup.ts';
import { openDamagedRecords } from './damaged-records.ts';
import {
  isFailedPrint,
  lastPrintWord,
  offlineFactsOf,
  printerFactsOf,
  printerWord,
  readersWord,
} from './device-report.ts';
import { watchDisk } from './disk-space.ts';
import { openTicketLedger } from './intent-log/ticket-ledger.ts';
import { openActionRunner } from './maintenance/action-runner.ts';
import { type HostCapabilities, NO_POWERS } from './maintenance/host-capabilities.ts';
import { createKioskActions } from './maintenance/kiosk-actions.ts';
import { type KioskMaintenance, openKioskMaintenance } from './maintenance/kiosk-maintenance.ts';
import { createKioskPages, type KioskPage } from './maintenance/kiosk-pages.ts';
import { openLocalActionLog } from './maintenance/local-action-log.ts';
import { openOfflineMode } from './offline/offline-mode.ts';
import { type KioskPairing, withPairing } from './pairing.ts';
import { openPaperUsage } from './paper-usage.ts';
import { cardPlace, stopEventOf } from './pass-card-rules.ts';
import { type Equipment, type EquipmentMakers, openEquipment } from './peripherals.ts';
import { openScreenPower } from './screen-power.ts';
import { openServerLink } from './server-connection.ts';
import { openSpeechService, openSpeechVolume } from './speech-service.ts';
import { createStaffCallClient } from './staff-call-client.ts';
import { createTicketIssuer } from './ticket-issuer.ts';

/** Length of a run's id. */
const RUN_BYTES = 8;
/** Log events of rejected check-in codes. */
const CODE_EVENTS = { unknown: 'check-in.code-unknown', wait: 'check-in.code-throttled' } as const;

export interface KioskHost {
  /** Runs a call of the page; an unknown or invalid call returns an error. */
  call(name: string, input: unknown): Promise<KioskReply>;
  /**
   * Calls back with the state, now and at every change. Returns the unsubscribe function.
   * @param page what the shell can do with the page; a reloaded page subscribes again
   */
  subscribe(listener: (state: KioskState) => void, page?: KioskPage): () => void;
  /** Calls back with the status, now and at every change. Returns the unsubscribe function. */
  onReport(listener: (status: DeviceStatus, isShown: boolean) => void): () => void;
  /** Calls back when the server reports waiting remote actions. Returns the unsubscribe function. */
  onAsked(listener: () => void): () => void;
  /** Time zone of its location, as last received. */
  timeZone(): string;
  /** Maintenance actions for staff. Pages cannot reach this directly. */
  readonly care: KioskMaintenance;
  /** Runs remote actions sent by the server. */
  take(actions: readonly RequestedAction[]): void;
  /** A phone has opened this ticket's page: clears its number from the screen. */
  takenAlong(ticketId: string): void;
  /** @param secondsOff by which this clock is ahead of the server's, as reported by the server */
  hearClock(secondsOff: number): void;
  /** @param seconds of a recent clock jump on the server's machine; 0: none */
  hearClockJump(seconds: number): void;
  close(): Promise<void>;
}

export interface KioskHostOptions extends ClockAndLog {
  readonly client: QueueClient;
  readonly deviceId: string;
  /** Overrides the server's default language. */
  readonly lang: string | null;
  /** Overrides of the device's settings; null and empty use the settings. */
  readonly printer: string | null;
  readonly readers: readonly string[];
  readonly makers: EquipmentMakers;
  /** Folder of print journal and intent log; null keeps no intent log on disk. */
  readonly journalDir: string | null;
  /** The server is remote, and the kiosk uses offline mode during an outage. */
  readonly goesAlone?: boolean;
  /** Shown instead of other faults while the kiosk waits for its pairing. */
  readonly pairing?: KioskPairing;
  /** Capabilities of the machine; none if omitted. */
  readonly powers?: HostCapabilities;
  /** Version of this program, for staff. */
  readonly version?: string;
  /** Dependencies of the operator panel; without them there is none. */
  readonly panel?: PanelProgram;
  /** Speech program for the page; absent without one. */
  readonly speech?: SpeechProgram;
}

export function createKioskHost(options: KioskHostOptions): KioskHost {
  const { client, clock, log, powers = NO_POWERS } = options;
  let model: KioskModel = startModel(options.lang ?? 'en');
  let cancelTimer: (() => void) | null = null;
  const listeners = new Set<(state: KioskState) => void>();
  const codeDesk = openCodeLookup(client, clock);
  const { deviceId, journalDir: dir } = options;
  const own = { client, deviceId, dir, clock, log };
  const records = openDamagedRecords({
    ...own,
    // Deferred, because the host is not complete yet.
    onChange: () => queueMicrotask(report),
  });
  const onDamaged = (name: string): void => records.note(name);
  const ledger = openTicketLedger({ ...own, onDamaged });
  const alone =
    options.goesAlone === true && dir !== null
      ? openOfflineMode({ ...own, dir, onDamaged, onChange: () => report() })
      : null;
  let lastPrint: DeviceStatus['last_print'] = '';
  let isTicketLast = false;
  let failedPrints = 0;
  let clockOff = 0;
  let clockJump = 0;
  let isEnding = false;
  const run = randomBytes(RUN_BYTES).toString('hex');
  /** Reported by the page; false without a page. */
  let headsetRefuses = false;
  const roll = openPaperUsage({ ...own, path: dir === null ? null : join(dir, 'paper-roll.json') });
  function onPrinted(outcome: PrintOutcome, what: 'ticket' | 'test-page'): void {
    isTicketLast = what === 'ticket';
    if (isTicketLast) lastPrint = lastPrintWord(outcome);
    // A test page is no ticket, but proves that the failure before it is over.
    else if (outcome.ok && isFailedPrint(lastPrint)) lastPrint = '';
    failedPrints = outcome.ok ? 0 : failedPrints + 1;
    roll.printed(equipment.printer().printedMm?.() ?? 0);
    // Runs even when the visitor has gone meanwhile.
    refresh();
  }
  const pages = createKioskPages(clock);
  const equipment: Equipment = openEquipment(
    { ...options, isAlone: () => model.link.kind === 'alone' },
    {
      // Readings during work at the operator panel are not from visitors.
      card: (event) => (panel?.isOpen() === true ? undefined : dispatch(event)),
      printer(status) {
        panel?.printer(status);
        dispatch({ kind: 'printerStatus', status });
        roll.printer(status);
        report();
      },
      tray(word) {
        if (!isTicketLast) return;
        lastPrint = word;
        report();
      },
      readers: () => refresh(),
    },
  );
  const care = openKioskMaintenance({ ...own, equipment, model: () => model, dispatch, onPrinted });
  const desk = createTicketIssuer({
    ...options,
    ledger,
    alone,
    equipment,
    model: () => model,
    dispatch,
    onPaper: care.keep,
    onPrinted(outcome, { ticketId }) {
      panel?.printed(ticketId, outcome);
      onPrinted(outcome, 'ticket');
    },
    onGivenAlone: () => link.goOnAlone(),
    settle: () => link.settle(),
    isEnding: () => isEnding,
  });
  const staffDesk = createStaffCallClient({ ...options, model: () => model, dispatch });
  const volume = openSpeechVolume(own);
  const voiceDesk = openSpeechService(options.speech ?? null);
  const deeds = openLocalActionLog(own);
  const panel =
    options.panel === undefined
      ? null
      : openPanelHere({
          ...options,
          program: options.panel,
          dir,
          model: () => model,
          equipment,
          offline: () => alone?.figures() ?? null,
          figures: () => ({
            last_print: lastPrint,
            failed_prints: failedPrints,
            paper_left: roll.facts().paper_left,
            disk_free: disk.freeMb(),
            clock_off: clockOff,
            clock_jump: clockJump,
            damaged_records: records.current(),
            offline_refused: alone?.figures().refused ?? 0,
            sound: soundWord(),
          }),
          care,
          pages,
          powers,
          volume,
          deeds,
          paperChanged: () => roll.changed(),
          onChange: refresh,
        });
  const disk = watchDisk(dir, clock, () => report());
  const screenPower =
    powers.switchScreen === null ? null : openScreenPower({ ...options, switchScreen: powers.switchScreen });
  const reporters = new Set<Parameters<KioskHost['onReport']>[0]>();
  const whenAsked = new Set<() => void>();
  /** Whether any visible page exists, in a window or browser. */
  const isShown = (): boolean => listeners.size > 0;

  const soundWord = (): DeviceStatus['sound'] => (headsetRefuses && isShown() ? 'refused' : '');

  const deviceStatus = (): DeviceStatus => ({
    ...UNKNOWN_STATUS,
    printer: printerWord(model.printer),
    ...printerFactsOf(equipment.printer().facts()),
    last_print: lastPrint,
    failed_prints: failedPrints,
    ...roll.facts(),
    open_intents: ledger.open(),
    version: options.version ?? '',
    disk_free: disk.freeMb(),
    clock_jump: clockJump,
    run,
    damaged_records: records.current(),
    sound: soundWord(),
    readers: readersWord(equipment.readers()),
    screen: isShown() ? screenWord() : '',
    shown_ticket: isShown() ? desk.shown() : '',
    ...offlineFactsOf(link.aloneSince(), alone?.figures()),
    can: actions.can(),
  });

  const screenWord = (): string =>
    panel?.isOpen() === true ? 'panel' : withPairing(view(model, clock.now(), null), options.pairing).screen.name;

  function report(): void {
    panel?.note();
    if (reporters.size === 0) return;
    const status = deviceStatus();
    for (const listener of reporters) listener(status, isShown());
  }

  function state(): KioskState {
    const shown = {
      ...withPairing(view(model, clock.now(), equipment.wedge()), options.pairing),
      volume: volume.step(),
    };
    return panel?.over(shown) ?? shown;
  }

  function tellPages(): void {
    const now = state();
    screenPower?.shows(now.dark);
    for (const listener of listeners) listener(now);
  }

  /** Updates what only staff and the operator panel see. */
  function refresh(): void {
    report();
    tellPages();
  }

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
    // Effects start before the display, because paper is slower than the screen.
    for (const effect of step.effects) start(effect);
    armTimer(before);
    if (model.phase.name !== before.phase.name)
      log.info('kiosk.state-changed', { device: deviceId, phase: model.phase.name });
    if (model.phase.name === 'idle') desk.forget();
    if (model === before) return;
    staffDesk.look();
    panel?.note();
    tellPages();
    report();
  }

  async function lookUp(effect: Extract<KioskEffect, { kind: 'lookUp' | 'findPerson' }>): Promise<void> {
    const place = cardPlace(model.catalog);
    const isTyped = effect.kind === 'lookUp';
    const answer = await (isTyped ? codeDesk.code(effect.code, place) : codeDesk.person(effect, place.locationId));
    const event =
      answer.kind === 'codeRefused' ? CODE_EVENTS[answer.fault] : (stopEventOf(answer.kind) ?? 'appointment.read');
    log.info(event, { device: deviceId, rule: isTyped ? 'typed' : 'person' });
    const isAway = answer.kind === 'appointmentRefused' && answer.reason === 'server-away' && alone?.canGive() === true;
    dispatch({
      kind: 'codeAnswered',
      visit: effect.visit,
      answer: isAway ? { ...answer, reason: 'check-in-away' } : answer,
    });
  }

  function perform(effect: KioskEffect): Promise<void> {
    switch (effect.kind) {
      case 'issue':
        return desk.issue(effect);
      case 'lookUp':
      case 'findPerson':
        return lookUp(effect);
      case 'callStaff':
        return staffDesk.call();
      case 'print':
        return desk.print(effect.visit);
    }
  }

  /** Event for the machine after an effect failed with an unexpected error. */
  function brokenDown({ kind, visit }: KioskEffect): KioskEvent {
    const fault = { reason: 'fault', doubtful: true, detail: 'unexpected fault' } as const;
    switch (kind) {
      case 'issue':
        return { kind: 'ticketRefused', visit, reason: 'refused' };
      case 'lookUp':
      case 'findPerson':
        return { kind: 'codeAnswered', visit, answer: { kind: 'appointmentRefused', reason: 'refused' } };
      case 'callStaff':
        return { kind: 'staffAway' };
      case 'print':
        return { kind: 'printEnded', visit, outcome: { ok: false, error: fault } };
    }
  }

  /** Catches bugs, so that a visitor never waits at a screen that does not change. */
  function start(effect: KioskEffect): void {
    perform(effect).catch((error: unknown) => {
      log.error('kiosk.unexpected-error', { device: deviceId, effect: effect.kind, error: String(error) });
      dispatch(brokenDown(effect));
    });
  }

  const link = openServerLink({
    ...options,
    ledger,
    alone,
    equipment,
    model: () => model,
    dispatch,
    report,
    heard(answer) {
      if (roll.lasts(answer.device.roll_metres ?? 0)) report();
      panel?.heard(answer);
      staffDesk.heard(answer);
      if (answer.device.asked) for (const listener of whenAsked) listener();
    },
  });

  care.restore();

  const stopPairing = options.pairing?.onChange(refresh);
  const actions = createKioskActions({
    care,
    pages,
    powers,
    model: () => model,
    // Staff at the operator panel count as present.
    isAttended: () => panel?.isOpen() === true,
    clock,
  });
  const runner = openActionRunner({ ...own, act: actions.act, powers, onNotKept: () => disk.lookNow() });

  return {
    timeZone: () => model.catalog?.timeZone ?? 'UTC',
    care,
    take: (asked) => runner.take(asked),
    takenAlong: (ticketId) => desk.takenAlong(ticketId),
    hearClock(secondsOff) {
      if (alone?.hearClock(secondsOff) === true) void link.settle();
      if (secondsOff === clockOff) return;
      clockOff = secondsOff;
      refresh();
    },
    hearClockJump(seconds) {
      if (seconds === clockJump) return;
      clockJump = seconds;
      refresh();
    },
    async call(name, input) {
      const asked = checkCall(name, input);
      if (!asked.ok) return asked;
      // Sent by the page without a touch.
      if (name !== 'fits' && name !== 'headsetRefuses') screenPower?.touched();
      if (asked.value.kind === 'headsetRefuses') {
        headsetRefuses = asked.value.on;
        refresh();
        return { ok: true };
      }
      if (isVoiceCall(asked.value)) return voiceDesk.answer(asked.value, model.catalog?.languages ?? []);
      if (panel?.takes(asked.value, model.lang) === true || isPanelCall(asked.value)) return { ok: true };
      if (asked.value.kind === 'cardText') equipment.cardText(asked.value);
      else dispatch(asked.value);
      return { ok: true };
    },
    subscribe(listener, page) {
      // A new function each time, because a reloaded page can subscribe the same listener.
      const tell = (state: KioskState): void => listener(state);
      listeners.add(tell);
      const remove = pages.add(page ?? null);
      tell(state());
      report();
      return () => {
        if (!listeners.delete(tell)) return;
        remove();
        if (!isShown()) headsetRefuses = false;
        report();
      };
    },
    onReport(listener) {
      reporters.add(listener);
      listener(deviceStatus(), isShown());
      return () => void reporters.delete(listener);
    },
    onAsked: (listener) => subscribe(whenAsked, listener),
    async close() {
      stopPairing?.();
      screenPower?.close();
      link.close();
      runner.close();
      staffDesk.close();
      voiceDesk.close();
      cancelTimer?.();
      isEnding = true;
      listeners.clear();
      reporters.clear();
      whenAsked.clear();
      await link.started;
      disk.close();
      await equipment.close();
      await ledger.close();
      await panel?.close();
      await deeds.close();
      await alone?.close();
      await records.close();
      await roll.close();
    },
  };
}
