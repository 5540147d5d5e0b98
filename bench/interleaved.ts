/** createticket and callnextticket by turns, against createticket alone: each request counts as one, so a pair counts as two. */
import { percentile, report } from './figures.ts';
import type { Running } from './program.ts';
import { rush } from './rush.ts';
import { byTurns, draw } from './towns.ts';

export const CONNECTIONS = 32;
export const SECONDS = 5;
export const TURNS = 4;
/** No fewer than calls can be on their way, so that none of them finds nobody. */
const WAITING = CONNECTIONS;
const TARGET = 0.75;
/** What the fastest rival that was measured does, without being durable, and how many times that is wanted. */
const RIVAL_PER_SECOND = 1550;
const TIMES_RIVAL = 6;

/** The towns of `townsSite` that the two rates are measured at. */
const ALONE = 0;
const MIXED = 1;
export const RATE_DESKS = 16;

export const perSecond = (values: readonly number[]): string => `${Math.round(percentile(values, 50))}/s`;

export interface Rates {
  readonly alone: number[];
  readonly mixed: number[];
}

/** Lets a queue of the second town begin. */
export async function beginQueue({ address }: Running): Promise<void> {
  const { path, body } = draw(MIXED);
  for (let ticket = 0; ticket < WAITING; ticket += 1) {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`No ticket: ${answer.status}`);
    await answer.arrayBuffer();
  }
}

export const rateAlone = ({ address }: Running): Promise<number> =>
  rush({ address, requests: [draw(ALONE)], connections: CONNECTIONS, seconds: SECONDS });

export const rateMixed = ({ address }: Running): Promise<number> =>
  rush({ address, requests: byTurns(MIXED, RATE_DESKS), connections: CONNECTIONS, seconds: SECONDS });

export function reportByTurns(engine: string, { alone, mixed }: Rates): boolean {
  const ratio = percentile(mixed, 50) / percentile(alone, 50);
  const times = percentile(mixed, 50) / RIVAL_PER_SECOND;
  const met = ratio >= TARGET && times >= TIMES_RIVAL;
  report(
    `createticket and callnextticket by turns over ${engine} at ${CONNECTIONS} connections`,
    {
      'by turns': perSecond(mixed),
      'createticket alone': perSecond(alone),
      ratio: `${Math.round(ratio * 100)} %`,
      [`of ${RIVAL_PER_SECOND}/s`]: times.toFixed(1),
    },
    `${TARGET * 100} %, ${TIMES_RIVAL} ×`,
    met,
  );
  return met;
}
