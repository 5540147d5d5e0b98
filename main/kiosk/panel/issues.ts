/** Issues that the operator panel lists, most severe first. */
import type { DeviceStatus } from '../../devices/contract/device-status.ts';
import { FAILED_PRINTS, LAST_TICKETS, MAX_CLOCK_SECONDS, MIN_DISK_MB } from '../../devices/rules/device-alarms.ts';
import { isUnproved, type PrinterStatus } from '../../printing/contract/printing.ts';
import { PANEL_TROUBLES, type PanelTrouble, type PanelTroubleKind } from '../contract/panel.ts';
import type { ReaderStatus } from '../contract/reader.ts';
import type { LinkState } from '../machine/model.ts';

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
