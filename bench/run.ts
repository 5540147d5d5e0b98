/** npm run bench: every figure that we promise, as ratios or times of one run on one machine. Not a test. */

import { appointments } from './appointments.ts';
import { board } from './board.ts';
import { against } from './compare-builds.ts';
import { confirmedPrint } from './confirmed-print.ts';
import { counterSteps } from './counter-steps.ts';
import { createTicketRate } from './create-ticket-rate.ts';
import { drawnTicket } from './drawn-ticket.ts';
import { events } from './events.ts';
import { findTicket } from './find.ts';
import { forecasts } from './forecast.ts';
import { locations } from './locations.ts';
import { longLists } from './long-lists.ts';
import { memory } from './memory.ts';
import { moving } from './moving.ts';
import { goingAlone } from './offline-kiosk.ts';
import { pageSize } from './page-size.ts';
import { postgresRate } from './postgres-rate.ts';
import { scale, scaleOfPostgres, years, yearsOfPostgres } from './scale.ts';
import { sites } from './sites.ts';
import { sqliteByTurns } from './sqlite-interleaved.ts';
import { startUp } from './start-up.ts';
import { touchToPaper } from './touch-to-paper.ts';
import { updateCost } from './update-cost.ts';
import { webhooks } from './webhooks.ts';

const BENCHES: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
  size: pageSize,
  start: startUp,
  touch: touchToPaper,
  alone: goingAlone,
  print: confirmedPrint,
  drawn: drawnTicket,
  create: createTicketRate,
  forecast: forecasts,
  turns: sqliteByTurns,
  postgres: postgresRate,
  webhooks,
  locations,
  sites,
  update: updateCost,
  scale,
  'scale-postgres': scaleOfPostgres,
  years,
  'years-postgres': yearsOfPostgres,
  moving,
  memory,
  events,
  board,
  lists: longLists,
  appointments,
  find: findTicket,
  counter: counterSteps,
  against,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  process.stderr.write(`No such bench: ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}\n`);
  process.exit(2);
}
let met = true;
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length === 0 || asked.includes(name)) met = (await bench()) && met;
}
// A browser that is kept for the next page would keep this process too.
process.exit(met ? 0 : 1);
