import type { SpoolAddress } from '../printer-url.ts';
import { cupsSpooler } from './cups.ts';
import type { Spooler } from './spooler.ts';
import { windowsSpooler } from './windows-spooler.ts';

/** The print queue of an address. */
export function spoolerFor({ kind, queue }: SpoolAddress): Spooler {
  return kind === 'cups' ? cupsSpooler(queue) : windowsSpooler(queue);
}
