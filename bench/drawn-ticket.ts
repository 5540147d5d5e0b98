/** From a ticket's texts to its bytes, where its letters are drawn: what a visitor waits for before the line is used. */
import { readFileSync } from 'node:fs';
import { silentLog } from '../main/lib/context.ts';
import type { PaperTicket } from '../main/printing/contract/printing.ts';
import { NO_OPTIONS } from '../main/printing/printer-options.ts';
import { profileFor } from '../main/printing/profile.ts';
import { buildTicket } from '../main/printing/ticket-engine.ts';
import { TICKETS } from '../test/printing/sample-tickets.ts';
import { ms, percentile, report } from './figures.ts';

const TICKETS_EACH = 100;
const WARM_UP = 10;
const MEDIAN_TARGET_MS = 25;

const { ar, fa, he, th, hi, zh, ja, ko } = TICKETS;
const logo = readFileSync(new URL('../assets/demo/town-hall.png', import.meta.url));

/** No two tickets are alike: the number, the people before it, the wait and the time. */
function ticketNumber(sample: PaperTicket, count: number): PaperTicket {
  const renumbered = (text: string, figure: string, by: number): string => text.replace(figure, String(by));
  return {
    ...sample,
    logo,
    number: `A${String(count).padStart(3, '0')}`,
    peopleText: renumbered(sample.peopleText, '3', count % 40),
    waitText: renumbered(sample.waitText, '8', (count * 7) % 90),
    dateText: renumbered(sample.dateText, '14:32', Math.floor(count / 60) + 8).concat(`:${(count % 60) + 10}`),
  };
}

export async function drawnTicket(): Promise<boolean> {
  const profile = profileFor(NO_OPTIONS);
  if (!profile.ok) throw new Error(profile.error);
  const options = { profile: profile.value, automaticStatus: true, log: silentLog };
  let met = true;
  for (const sample of [ar, fa, he, th, hi, zh, ja, ko]) {
    const took: number[] = [];
    for (let count = 0; count < TICKETS_EACH + WARM_UP; count += 1) {
      const begun = performance.now();
      await buildTicket(ticketNumber(sample, count), options);
      if (count >= WARM_UP) took.push(performance.now() - begun);
    }
    const median = percentile(took, 50);
    const isMet = median <= MEDIAN_TARGET_MS;
    met &&= isMet;
    report(
      `a drawn ticket in ${sample.lang}`,
      { median: ms(median), p99: ms(percentile(took, 99)) },
      `median ${MEDIAN_TARGET_MS} ms`,
      isMet,
    );
  }
  return met;
}
