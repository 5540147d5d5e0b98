/**
 * Presenter: held ticket, taken or retracted.
 *
 * Polls the printer while no ticket is printed: is a ticket held, was it taken, must it be retracted?
 */
import type { TrayWord } from '../contract/printing.ts';
import { fullStatus, retractTicket } from '../escpos/commands.ts';
import type { LineModel, Mouth } from './model.ts';
import { noteAnswer } from './query.ts';
import { MOUTH_ASK_MS, RETRACT_MS } from './times.ts';
import { change, type ReduceTurn, write } from './turn.ts';

/** Bit of the first byte of full status. */
const TICKET_PRESENT = 0x20;

export const NO_MOUTH: Mouth = { heldSince: null, askedAt: Number.NEGATIVE_INFINITY, retractedAt: null };

function changeMouth(turn: ReduceTurn, part: Partial<Mouth>): void {
  change(turn, { mouth: { ...turn.model.mouth, ...part } });
}

const say = (turn: ReduceTurn, word: TrayWord): void => void turn.effects.push({ kind: 'tray', word });

/**
 * Starts the hold time of a new ticket, which pushes an earlier one out. The printer is polled once the job's outcome
 * is known: an earlier answer would belong to the earlier ticket.
 */
export const startMouth = (turn: ReduceTurn, endsAt: number): void =>
  changeMouth(turn, { ...NO_MOUTH, askedAt: endsAt });

export function onPresenterPaper(turn: ReduceTurn, paper: number): void {
  noteAnswer(turn);
  // A late answer belongs to the previous ticket.
  if (turn.model.phase.name !== 'idle') return;
  const { heldSince, retractedAt } = turn.model.mouth;
  const isThere = (paper & TICKET_PRESENT) !== 0;
  if (isThere && heldSince === null) {
    changeMouth(turn, { heldSince: turn.now, retractedAt: null });
    say(turn, 'presented');
  } else if (!isThere && heldSince !== null) {
    changeMouth(turn, { heldSince: null, retractedAt: null });
    say(turn, retractedAt === null ? 'taken' : 'retracted');
  }
}

/** When to retract the held ticket; null: never, or already in progress. */
function retractAt({ options, mouth }: LineModel): number | null {
  const afterMs = options.presenter?.retractAfterMs ?? null;
  if (afterMs === null || mouth.heldSince === null || mouth.retractedAt !== null) return null;
  return mouth.heldSince + afterMs;
}

export function watchMouth(turn: ReduceTurn): void {
  const { model, now } = turn;
  if (model.options.presenter === null || model.phase.name !== 'idle' || model.writes > 0) return;
  const { retractedAt } = model.mouth;
  // The printer did not retract it: the visitor can take the ticket again.
  if (retractedAt !== null && now - retractedAt >= RETRACT_MS) changeMouth(turn, { retractedAt: null, heldSince: now });
  const at = retractAt(turn.model);
  if (at !== null && now >= at) {
    changeMouth(turn, { retractedAt: now });
    write(turn, retractTicket());
  } else if (now - model.mouth.askedAt >= MOUTH_ASK_MS) {
    changeMouth(turn, { askedAt: now });
    write(turn, fullStatus());
  }
}

export function mouthDue(model: LineModel): readonly (number | null)[] {
  if (model.options.presenter === null || model.phase.name !== 'idle' || model.writes > 0) return [];
  return [model.mouth.askedAt + MOUTH_ASK_MS, retractAt(model)];
}
