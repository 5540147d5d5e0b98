/** Public view of the connection state. */
import type { PrinterStatus } from '../contract/printing.ts';
import { statusOf } from '../device-state.ts';
import { isVouched } from '../printer-memory.ts';
import { isSilent } from './job.ts';
import type { LineModel, PhaseName } from './model.ts';
import { believedFault, doubts, ECHO, stateOf } from './readings.ts';

const isConnected = (phase: PhaseName): boolean => !['starting', 'closed', 'away', 'dialling'].includes(phase);

export function statusNow(model: LineModel): PrinterStatus {
  const { phase, way, talk, memory, isPaperLow, unproved: connection } = model;
  // A connection that broke every time counts as absent until it has answered.
  if (connection !== null && connection.failures > 0 && phase.name !== 'closed') {
    return { kind: 'absent', detail: connection.detail };
  }
  if (model.echoAt !== null && isConnected(phase.name)) return { kind: 'fault', detail: ECHO.detail };
  switch (phase.name) {
    case 'starting':
    case 'closed':
      return { kind: 'connecting' };
    case 'away':
    case 'dialling':
      // A connection that has just broken is being restored; the printer is not absent.
      return phase.failures === 0 ? { kind: 'connecting' } : { kind: 'absent', detail: phase.detail };
    case 'cleaning':
    case 'greeting':
      if (way === null && model.status.kind !== 'ready') return keep(model);
      break;
    default:
      break;
  }
  if (doubts(model).length > 0 && believedFault(model) === null) return model.status;
  const unproved = isVouched(memory, model.options) ? {} : { isUnproved: true as const };
  const said = statusOf(stateOf(model), isPaperLow, way !== 'none');
  if (said.kind !== 'ready') return said;
  if (isSilent(model)) return { kind: 'silent' };
  if (!talk.isHeard && memory.confirms === null) return { kind: 'mute', ...unproved };
  return said.confirms ? said : { ...said, ...unproved };
}

/** Keeps the former status during the first handshake. */
function keep({ status }: LineModel): PrinterStatus {
  return status.kind === 'absent' ? { kind: 'connecting' } : status;
}
