/** Next timed action of the printer connection. */
import { smallest } from '../../lib/lists.ts';
import { ECHO_MS } from '../escpos/line-ear.ts';
import { askedAgainAt } from './confirmation.ts';
import { greetingDue } from './handshake.ts';
import { idleDue } from './idle.ts';
import { idAgainAt, jobAskAt } from './job.ts';
import type { LineModel } from './model.ts';
import { mouthDue } from './presenter.ts';
import { lateMs } from './query.ts';
import * as times from './times.ts';

function openDue({ talk }: LineModel): number | null {
  const { open, patienceMs, settleMs } = talk;
  if (open === null) return null;
  if (open.kind === 'identity') return open.askedAt + patienceMs;
  if (open.firstAt !== null) return open.firstAt + settleMs;
  return open.askedAt + patienceMs + (open.isLate ? lateMs(talk) : 0);
}

function phaseDue(model: LineModel): readonly (number | null)[] {
  const { phase, talk, wireFreeAt, heldUntil } = model;
  switch (phase.name) {
    case 'away':
      return [phase.retryAt];
    case 'cleaning':
    case 'greeting':
      return greetingDue(model);
    case 'idle':
      return idleDue(model);
    case 'sending':
    case 'freeing':
    case 'clearing':
    case 'lingering': {
      const { job } = phase;
      const { asked, lookSince } = job;
      return [
        job.deadline,
        wireFreeAt,
        wireFreeAt - lineAhead(model),
        heldUntil,
        talk.open === null && model.writes === 0 ? jobAskAt(model, job) : null,
        talk.plainAt + talk.settleMs,
        talk.isOthersUntil,
        lookSince,
        lookSince === null ? null : talk.askedAt + times.STALL_MS,
        model.writes === 0 ? idAgainAt(model, job) : null,
        asked === null ? null : askedAgainAt(model, asked),
        ...[talk.due.at(-1), talk.dueNames.at(-1)?.at].map((at) => (at === undefined ? null : at + times.STALE_MS)),
        'until' in phase ? phase.until : null,
        'resumeAt' in phase ? phase.resumeAt : null,
      ];
    }
    default:
      return [];
  }
}

/** On a line that confirms nothing the next piece goes while the one before it is on the wire. */
function lineAhead({ options }: LineModel): number {
  return options.bytesPerSecond === null ? 0 : (1024 / options.bytesPerSecond) * 1000;
}

/**
 * The next time, after `now`, at which something has to be done; null when nothing has. What is overdue and still not
 * done waits for something else to happen.
 */
export function nextDue(model: LineModel, now: number): number | null {
  const lowAt = model.lowChangedAt === null ? null : model.lowChangedAt + times.NEAR_END_STEADY_MS;
  const provedAt = model.unproved === null ? null : model.unproved.since + times.PROVED_MS;
  const echoOverAt = model.echoAt === null ? null : model.echoAt + ECHO_MS;
  const all = [openDue(model), lowAt, provedAt, echoOverAt, ...mouthDue(model), ...phaseDue(model)];
  const ahead = all.filter((at): at is number => at !== null && at > now);
  return ahead.length === 0 ? null : smallest(ahead);
}
