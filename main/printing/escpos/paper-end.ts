/**
 * ESC/POS feed and cut at the end of a ticket.
 *
 * The way to the knife or the black mark, and the cut.
 */
import { MM_PER_INCH, type PrinterProfile } from '../profile.ts';
import * as commands from './commands.ts';

/** From the last line to where paper without a knife is torn off. */
const TEAR_MM = 12;
/** A parameter of one byte. */
const MAX_UNITS = 255;

/** As Custom's manuals have it: 7.5 mm. */
const PRESENT_STEPS = 12;

type Ending = Pick<PrinterProfile, 'cut' | 'mark' | 'presenter' | 'dpi'>;

/** Dots of one unit of feeding: the unit has at most 255 to the inch. */
export const unitDots = ({ dpi }: Pick<PrinterProfile, 'dpi'>): number => Math.ceil(dpi / MAX_UNITS);

function toTearOff(ending: Ending): Buffer {
  const dots = Math.round((TEAR_MM * ending.dpi) / MM_PER_INCH);
  return commands.feed(Math.round(dots / unitDots(ending)));
}

/** Ends a ticket; the printer is at the start of a line. */
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

/** Half a ticket out of the machine: everything back to its start, then to the end of its paper. */
export function cutOffTorn(ending: Ending): Buffer {
  return Buffer.concat([commands.initialise(), commands.motionUnits(ending.dpi / unitDots(ending)), paperEnd(ending)]);
}
