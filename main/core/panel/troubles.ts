/** What the operator panel says is wrong: one list out of all that the host knows, worst first. */
import type { DeviceStatus } from '../../contract/device-status.ts';
import { PANEL_TROUBLES, type PanelTrouble, type PanelTroubleKind } from '../../contract/panel.ts';
import type { PrinterStatus } from '../../contract/printing.ts';
import type { ReaderStatus } from '../../contract/reader.ts';
import type { Link } from '../kiosk/model.ts';

export interface KioskCondition {
  readonly printer: PrinterStatus;
  readonly readers: readonly ReaderStatus[];
  readonly link: Link;
  readonly hasServices: boolean;
  readonly isClosed: boolean;
  /** What became of the last ticket. */
  readonly lastPrint: DeviceStatus['last_print'];
}

type Found = Pick<PanelTrouble, 'kind' | 'detail'>;

const plain = (kind: PanelTroubleKind): Found => ({ kind, detail: '' });

function ofPrinter(status: PrinterStatus): readonly Found[] {
  switch (status.kind) {
    case 'none':
    case 'connecting':
      return [];
    case 'ready':
      return [...(status.paperLow ? [plain('paper-low')] : []), ...(status.confirms ? [] : [plain('cannot-confirm')])];
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

function ofLink(link: Link): readonly Found[] {
  if (link.kind === 'alone') return [plain('server-away')];
  return link.kind === 'down' ? [plain(link.reason)] : [];
}

/** A last ticket that is not on paper is news only while the printer says that all is well. */
function ofLastPrint(print: KioskCondition['lastPrint'], printer: readonly Found[]): readonly Found[] {
  if (printer.some(({ kind }) => kind !== 'paper-low')) return [];
  return print === 'not-printed' || print === 'doubtful' ? [plain(print)] : [];
}

/** `since` is filled in by whoever remembers. */
export function findTroubles(condition: KioskCondition): readonly Found[] {
  const printer = ofPrinter(condition.printer);
  const absent = condition.readers.find((reader) => reader.kind === 'absent');
  const found = [
    ...printer,
    ...ofLink(condition.link),
    ...(condition.hasServices ? [] : [plain('no-services')]),
    ...(condition.isClosed ? [plain('closed-here')] : []),
    ...(absent === undefined ? [] : [{ kind: 'reader-absent', detail: absent.detail } as const]),
    ...ofLastPrint(condition.lastPrint, printer),
  ];
  return PANEL_TROUBLES.flatMap((kind) => found.find((each) => each.kind === kind) ?? []);
}
