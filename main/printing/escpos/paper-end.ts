/**
 * ESC/POS feed and cut at the end of a ticket.
 *
 * Feeds to the cutter or the black mark, and cuts.
 */
import { MM_PER_INCH, type PrinterProfile } from '../profile.ts';
import * as commands from './commands.ts';

/** From the last line to the tear bar of a printer without cutter. */
const TEAR_MM = 12;
/** Maximum of a one-byte parameter. */
const MAX_UNITS = 255;

/** From Custom's manuals: 7.5 mm. */
const PRESENT_STEPS = 12;

type Ending = Pick<PrinterProfile, 'cut' | 'mark' | 'presenter' | 'dpi'>;

/** Dots of one unit of feeding: the unit has at most 255 to the inch. */
export const unitDots = ({ dpi }: Pick<PrinterProfile, 'dpi'>): number => Math.ceil(dpi / MAX_UNITS);

function toTearOff(ending: Ending): Buffer {
  const dots = Math.round((TEAR_MM * ending.dpi) / MM_PER_INCH);
  return commands.feed(Math.round(dots / unitDots(ending)));
}

/** End of a ticket; requires the start of a line. */
export function paperEnd(ending: Ending): Buffer {
  const end = cutEnd(ending);
  return ending.presenter === 'custom' ? Buffer.concat([end, commands.presentTicket(PRESENT_STEPS)]) : end;
}

function cutEnd(ending: Ending): Buffer {
  const { cut, mark } = ending;
  const isFull = cut === 'full';
  const here = cut === 'none' ? Buffer.alloc(0) : commands.cutHere(isFull);
  switch (mark) {
    case 'before-cut':
      return Buffer.concat([commands.feedToMark(), here]);
    case 'after-cut':
      return Buffer.concat([plainEnd(ending), commands.feedToMark()]);
    case 'epson':
      return Buffer.concat([commands.feedToLayout(66), here, commands.feedToLayout(67)]);
    case 'custom':
      return Buffer.concat([commands.alignToMark('knife'), here, commands.alignToMark('head')]);
    case 'none':
      return plainEnd(ending);
  }
}

function plainEnd(ending: Ending): Buffer {
  const { cut } = ending;
  if (cut === 'none') return toTearOff(ending);
  if (cut === 'tear') return Buffer.concat([toTearOff(ending), commands.cutHere(false)]);
  return commands.feedAndCut(cut === 'full');
}

/** Ejects half a ticket: resets the printer, then feeds and cuts. */
export function cutOffTorn(ending: Ending): Buffer {
  return Buffer.concat([commands.initialise(), commands.motionUnits(ending.dpi / unitDots(ending)), paperEnd(ending)]);
}
