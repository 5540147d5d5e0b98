/** Adapter between the operator panel and its kiosk host. */
import { join } from 'node:path';
import type { DeviceStatus } from '../../devices/contract/device-status.ts';
import type { KioskAnswer } from '../../devices/contract/rest/kiosks.ts';
import { FAILED_PRINTS, LAST_TICKETS, MAX_CLOCK_SECONDS, MIN_DISK_MB } from '../../devices/rules/device-alarms.ts';
import type { Clock, ClockAndLog } from '../../lib/context.ts';
import { isUnproved, type PrinterStatus, type PrintOutcome } from '../../printing/contract/printing.ts';
import { VOLUME_STEPS } from '../contract/kiosk-access.ts';
import {
  PANEL_TROUBLES,
  type PanelNetwork,
  type PanelPrint,
  type PanelTicket,
  type PanelTrouble,
  type PanelTroubleKind,
} from '../contract/panel.ts';
import type { ReaderStatus } from '../contract/reader.ts';
import { type CheckedCall, isPanelCall } from '../host/check-call.ts';
import type { HostCapabilities } from '../host/maintenance/host-capabilities.ts';
import { type KioskMaintenance, printWordOf } from '../host/maintenance/kiosk-maintenance.ts';
import type { KioskPages } from '../host/maintenance/kiosk-pages.ts';
import type { LocalActionLog } from '../host/maintenance/local-action-log.ts';
import type { OfflineNumbers } from '../host/offline/offline-numbers.ts';
import type { Equipment } from '../host/peripherals.ts';
import type { SpeechVolume } from '../host/speech-service.ts';
import type { KioskModel, LinkState } from '../machine/model.ts';
import { type OperatorPanel, openOperatorPanel, printWord } from './operator-panel.ts';
import type { SharedPinTries, VerifyPin } from './pin-gate.ts';

/** Measured and counted values, as in the status report to staff. */
export type PanelFigures = Pick<
  DeviceStatus,
  | 'last_print'
  | 'failed_prints'
  | 'paper_left'
  | 'disk_free'
  | 'clock_off'
  | 'clock_jump'
  | 'damaged_records'
  | 'offline_refused'
  | 'sound'
>;

export interface KioskCondition {
  readonly printer: PrinterStatus;
  readonly readers: readonly ReaderStatus[];
  readonly link: LinkState;
  readonly hasServices: boolean;
  readonly isClosed: boolean;
  readonly figures: PanelFigures;
}

type Found = Pick<PanelTrouble, 'kind' | 'detail'>;

const plain = (kind: PanelTroubleKind): Found => ({ kind, detail: '' });

function ofPrinter(status: PrinterStatus): readonly Found[] {
  if (isUnproved(status)) return [plain('printer-unproved')];
  switch (status.kind) {
    case 'none':
    case 'connecting':
      return [];
    case 'ready':
      // A single issue, as staff see it in the back office.
      if (status.paperLow) return [plain('paper-low')];
      return status.confirms ? [] : [plain('cannot-confirm')];
    case 'cutter':
      return [plain('cutter-stuck')];
    case 'fault':
      return [{ kind: 'printer-fault', detail: status.detail }];
    case 'absent':
      return [{ kind: 'printer-absent', detail: status.detail }];
    case 'silent':
      return [plain('printer-silent')];
    case 'mute':
      return [plain('cannot-confirm')];
    default:
      return [plain(status.kind)];
  }
}

function ofLink(link: LinkState): readonly Found[] {
  if (link.kind === 'alone') return [plain('server-away')];
  return link.kind === 'down' ? [plain(link.reason)] : [];
}

/** A single failed print is an issue only without a printer issue; several in a row always are. */
function ofPrints({ last_print, failed_prints }: PanelFigures, printer: readonly Found[]): readonly Found[] {
  if (failed_prints >= FAILED_PRINTS) return [plain('prints-failed')];
  if (printer.some(({ kind }) => kind !== 'paper-low')) return [];
  return last_print === 'not-printed' || last_print === 'doubtful' ? [plain(last_print)] : [];
}

/** With the thresholds of device alarms. */
function ofFigures(figures: PanelFigures): readonly Found[] {
  const { paper_left, disk_free, clock_off, clock_jump, damaged_records, offline_refused, sound } = figures;
  return [
    ...(paper_left > 0 && paper_left <= LAST_TICKETS ? [plain('paper-low')] : []),
    ...(disk_free > 0 && disk_free < MIN_DISK_MB ? [plain('disk-full')] : []),
    ...(Math.abs(clock_off) > MAX_CLOCK_SECONDS ? [plain('clock-off')] : []),
    ...(clock_jump === 0 ? [] : [plain('clock-jumped')]),
    ...(damaged_records === '' ? [] : [{ kind: 'records-damaged', detail: damaged_records } as const]),
    ...(offline_refused > 0 ? [plain('tickets-refused')] : []),
    ...(sound === 'refused' ? [plain('headset-silent')] : []),
  ];
}

/** The caller fills in `since`. */
export function findIssues(condition: KioskCondition): readonly Found[] {
  const printer = ofPrinter(condition.printer);
  const absent = condition.readers.find((reader) => reader.kind === 'absent');
  const found = [
    ...printer,
    ...ofLink(condition.link),
    ...(condition.hasServices ? [] : [plain('no-services')]),
    ...(condition.isClosed ? [plain('closed-here')] : []),
    ...(absent === undefined ? [] : [{ kind: 'reader-absent', detail: absent.detail } as const]),
    ...ofPrints(condition.figures, printer),
    ...ofFigures(condition.figures),
  ];
  return PANEL_TROUBLES.flatMap((kind) => found.find((each) => each.kind === kind) ?? []);
}

/** What the panel needs from the program; without it there is no panel. */
export interface PanelProgram {
  readonly verifyPin: VerifyPin;
  readonly sharedPins: SharedPinTries | null;
  readonly isElsewhere: boolean;
  /** Address of the server; empty for an embedded one. */
  readonly serverAddress: string;
  ownAddresses(): readonly string[];
}

export interface PanelHereOptions extends ClockAndLog {
  readonly program: PanelProgram;
  readonly deviceId: string;
  /** Folder of this kiosk's print journal; null stores nothing on disk. */
  readonly dir: string | null;
  readonly model: () => KioskModel;
  readonly equipment: Equipment;
  /** For a kiosk with offline mode. */
  readonly offline: () => ReturnType<OfflineNumbers['figures']> | null;
  readonly figures: () => PanelFigures;
  readonly care: KioskMaintenance;
  readonly pages: KioskPages;
  readonly powers: Pick<HostCapabilities, 'restartProgram'>;
  readonly volume: SpeechVolume;
  /** Reports panel actions to the audit log. */
  readonly deeds: Pick<LocalActionLog, 'note'>;
  /** The roll was changed. */
  readonly paperChanged: () => void;
  readonly onChange: () => void;
}

export interface PanelHere extends OperatorPanel {
  /** Call this after each change of the kiosk. */
  note(): void;
  /** Sets the present or last known configuration. */
  heard(answer: KioskAnswer): void;
  /** Sets the print result of a visitor's ticket. */
  printed(ticketId: string, outcome: PrintOutcome): void;
  /** Whether a call of the page was for the panel, or is blocked by it. @param lang of the screen */
  takes(asked: CheckedCall, lang: string): boolean;
}

const FILE = 'panel-tries.json';
/** As many as can be reprinted. */
const MAX_PRINTS = 50;
/** The ticket was removed after the list was shown. */
const GONE: PrintOutcome = {
  ok: false,
  error: { reason: 'fault', doubtful: false, detail: 'the ticket is no longer stored' },
};

export function openPanelHere(options: PanelHereOptions): PanelHere {
  const { program, dir, model, equipment, care, pages, powers, volume, deeds, clock } = options;
  const condition = noteCondition(clock);
  /** Print results of recent tickets, by id. */
  const prints = new Map<string, PanelPrint>();

  function notePrint(ticketId: string, outcome: PrintOutcome): void {
    prints.delete(ticketId);
    prints.set(ticketId, printWord(outcome));
    const [oldest] = prints.keys();
    if (prints.size > MAX_PRINTS && oldest !== undefined) prints.delete(oldest);
  }

  const tickets = (): readonly PanelTicket[] =>
    care.printed().map(({ ticketId, number, serviceName, at }) => ({
      key: ticketId,
      number,
      serviceName,
      at: new Date(at).toISOString(),
      print: prints.get(ticketId) ?? '',
    }));

  async function reprint(key: string, number: string): Promise<PrintOutcome> {
    const printed = await care.reprint(key);
    const outcome = printed ?? GONE;
    notePrint(key, outcome);
    const word = printed === null ? 'ticket-unknown' : printWordOf(printed);
    void deeds.note({ action: 'reprint', ticket: number, outcome: word });
    return outcome;
  }

  async function test(): Promise<PrintOutcome> {
    const outcome = await care.testPrint();
    void deeds.note({ action: 'test-print', outcome: printWordOf(outcome) });
    return outcome;
  }

  async function proved(): Promise<void> {
    const kept = await care.confirmPrinter('panel', '');
    void deeds.note({ action: 'confirm-printer', outcome: kept.ok ? '' : 'not-kept' });
  }

  async function setClosed(isClosed: boolean): Promise<void> {
    const kept = await (isClosed ? care.shut({}) : care.reopen());
    void deeds.note({ action: isClosed ? 'shut' : 'reopen', outcome: kept.ok ? '' : 'not-kept' });
  }

  /** Recorded first, because the program ends afterwards. */
  async function restart(what: 'page' | 'program'): Promise<void> {
    await deeds.note({ action: what === 'page' ? 'restart-page' : 'restart-program' });
    if (what === 'program') powers.restartProgram?.();
    else await pages.reload();
  }

  function network(): PanelNetwork {
    const offline = options.offline();
    return {
      isElsewhere: program.isElsewhere,
      address: program.serverAddress,
      isReached: model().link.kind === 'up',
      since: condition.linkSince(),
      own: program.ownAddresses(),
      offline: offline === null ? null : { left: offline.left, toHandOver: offline.toHandOver },
    };
  }

  const panel = openOperatorPanel({
    ...options,
    path: dir === null ? null : join(dir, FILE),
    verify: program.verifyPin,
    shared: program.sharedPins,
    facts: {
      troubles: () => condition.troubles(),
      tickets,
      network,
      isClosed: () => model().shut !== null,
      sound: () => (model().catalog?.speech === 'off' ? null : { step: volume.step(), steps: VOLUME_STEPS }),
      restarts: () => ({ page: pages.can('reload'), program: powers.restartProgram !== null }),
    },
    deeds: {
      test,
      reprint(key) {
        const found = tickets().find((ticket) => ticket.key === key);
        return found === undefined ? null : { number: found.number, printed: reprint(key, found.number) };
      },
      proved,
      setClosed,
      setVolume: volume.set,
      restart,
      paperChanged() {
        options.paperChanged();
        void deeds.note({ action: 'paper-changed' });
      },
    },
  });

  return {
    ...panel,
    note() {
      const { printer, link, catalog } = model();
      const hasServices = catalog === null || catalog.services.length > 0;
      condition.note({
        printer,
        link,
        hasServices,
        readers: equipment.readers(),
        isClosed: model().shut !== null,
        figures: options.figures(),
      });
    },
    heard: ({ device }) => panel.adopt(device.panel_pin),
    printed: notePrint,
    takes(asked, lang) {
      if (isPanelCall(asked)) panel.call(asked, lang);
      else if (!panel.isOpen()) return false;
      else if (asked.kind === 'stillHere') panel.touched();
      else if (asked.kind === 'moreTime') panel.moreTime();
      else if (asked.kind === 'chooseLanguage') panel.speak(asked.lang);
      // The page can report how much fits at any time.
      else if (asked.kind === 'fits') return false;
      return true;
    },
  };
}

interface ConditionNotes {
  /** Call this at every change. */
  note(condition: KioskCondition): void;
  troubles(): readonly PanelTrouble[];
  /** ISO instant; empty before the first request to the server. */
  linkSince(): string;
}

/** Records the start of each issue, and of the server's present connection state. */
function noteCondition(clock: Clock): ConditionNotes {
  let since = new Map<PanelTroubleKind, string>();
  let troubles: readonly PanelTrouble[] = [];
  let isReached: boolean | null = null;
  let linkSince = '';

  function noteLink({ kind }: LinkState, now: string): void {
    if (kind === 'starting') return;
    const reached = kind === 'up';
    if (reached === isReached) return;
    isReached = reached;
    linkSince = now;
  }

  return {
    note(condition) {
      const now = new Date(clock.now()).toISOString();
      noteLink(condition.link, now);
      troubles = findIssues(condition).map((found) => ({ ...found, since: since.get(found.kind) ?? now }));
      since = new Map(troubles.map(({ kind, since: at }) => [kind, at]));
    },
    troubles: () => troubles,
    linkSince: () => linkSince,
  };
}
