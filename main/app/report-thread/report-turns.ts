/**
 * Turns for report files: one file at a time.
 *
 * One file at a time in the whole server, whoever asks, mail included.
 */

import { createGate, inTurn } from '../../database/concurrency-limiter.ts';
import type { ReportTurns } from '../../reports/service/report-file.ts';

const MAX_WAITING = 8;
/** Of one caller: one is made, and the next waits. */
const OF_CALLER = { inside: 1, waiting: 1 } as const;
const MAX_WAIT_MS = 120_000;

export function createReportTurns(): ReportTurns {
  const gate = createGate({ most: 1, mostWaiting: MAX_WAITING, waitMs: MAX_WAIT_MS, ofCaller: OF_CALLER });
  return (coming, work) => inTurn(gate, coming, work);
}
