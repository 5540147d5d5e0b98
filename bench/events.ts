/**
 * The events channel: a call on its way to 2,000 displays, a new ticket on its way to a counter, and both once more
 * while some clients do not read.
 */
import { openSite } from './crowd.ts';
import { type Display, openDisplay } from './displays.ts';
import { cpuSeconds, ms, percentile, report } from './figures.ts';
import { makeDataDir, type Running, startProgram } from './program.ts';

const DISPLAYS = 2_000;
const SLOW = 40;
const TURNS = 3;
const CALLS = 40;
const AT_ONCE = 50;
/** Makes what the slow clients do not read pile up. */
const LONG_TEXT = '字'.repeat(3_900);

const CALL_P99_TARGET_MS = 250;
const TICKET_MEDIAN_TARGET_MS = 50;
/** What two equal turns may differ on a machine with other work. */
const SLOW_RATIO_TARGET = 1.25;

async function post(running: Running, operation: string, parameters: object): Promise<void> {
  const answer = await fetch(`${running.address}/restapi/v2/queuemanagement/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  });
  if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`);
}

async function openMany(count: number, open: () => Promise<Display>): Promise<Display[]> {
  const displays: Display[] = [];
  while (displays.length < count) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - displays.length) }, open);
    displays.push(...(await Promise.all(batch)));
  }
  return displays;
}

interface Figures {
  /** From the clerk's request to each display. */
  readonly calls: number[];
  /** To the first and to the last display of each call. */
  readonly first: number[];
  readonly last: number[];
  /** From the kiosk's request to the counter. */
  readonly tickets: number[];
  /** CPU time of the server for a ticket and its call, told to everyone: milliseconds. */
  readonly cpu: number[];
}

/** Settles when so many have told that they have it, with the times at which they did. */
function arrivals(count: number): { readonly times: Promise<readonly number[]>; arrived(): void } {
  const times: number[] = [];
  let done = (_times: readonly number[]): void => {};
  return {
    times: new Promise((resolve) => {
      done = resolve;
    }),
    arrived() {
      times.push(performance.now());
      if (times.length === count) done(times);
    },
  };
}

export async function events(): Promise<boolean> {
  const data = await makeDataDir();
  const program = await startProgram(data.path, '--site', openSite(data.path));
  let call = arrivals(DISPLAYS);
  let ticket = arrivals(1);
  const query = 'location=town-hall';
  const opened: Display[] = [];

  async function turn(figures: Figures): Promise<void> {
    const before = cpuSeconds(program.pid);
    for (let index = 0; index < CALLS; index += 1) {
      ticket = arrivals(1);
      const touched = performance.now();
      await post(program, 'createticket', {
        service_id: 'local-taxes',
        custom_field: LONG_TEXT,
        client_name: LONG_TEXT,
      });
      const [seen = Number.NaN] = await ticket.times;
      figures.tickets.push(seen - touched);
      call = arrivals(DISPLAYS);
      const asked = performance.now();
      await post(program, 'callnextticket', { desk_id: 'desk-1', user_id: 'counter1', services: ['local-taxes'] });
      const times = (await call.times).map((time) => time - asked);
      figures.calls.push(...times);
      figures.first.push(Math.min(...times));
      figures.last.push(Math.max(...times));
    }
    figures.cpu.push(((cpuSeconds(program.pid) - before) / CALLS) * 1000);
  }

  const figures = (): Figures => ({ calls: [], first: [], last: [], tickets: [], cpu: [] });
  const warmUp = figures();
  const calm = figures();
  const disturbed = figures();
  try {
    opened.push(
      await openDisplay(program.address, query, (bytes) => {
        if (bytes.includes('"ticket.created"')) ticket.arrived();
      }),
      ...(await openMany(DISPLAYS, () =>
        openDisplay(program.address, `${query}&view=public`, (bytes) => {
          if (bytes.includes('"ticket.called"')) call.arrived();
        }),
      )),
    );
    await turn(warmUp);
    for (let index = 0; index < TURNS; index += 1) {
      const staff = await openMany(SLOW, () => openDisplay(program.address, query));
      opened.push(...staff);
      await turn(calm);
      for (const display of staff) display.stopReading();
      await turn(disturbed);
      for (const display of staff) display.close();
    }
  } finally {
    for (const display of opened) display.close();
    await program.stop();
    await data.remove();
  }
  return tell(calm, disturbed);
}

function tell(calm: Figures, disturbed: Figures): boolean {
  const p99 = percentile(calm.calls, 99);
  report(
    `a call to ${DISPLAYS} displays`,
    {
      first: ms(percentile(calm.first, 50)),
      median: ms(percentile(calm.calls, 50)),
      last: ms(percentile(calm.last, 50)),
      p99: ms(p99),
      'CPU of ticket and call': ms(percentile(calm.cpu, 50)),
    },
    `p99 ${CALL_P99_TARGET_MS} ms`,
    p99 <= CALL_P99_TARGET_MS,
  );
  const median = percentile(calm.tickets, 50);
  report(
    'a new ticket to a counter beside them',
    { median: ms(median), p99: ms(percentile(calm.tickets, 99)) },
    `median ${TICKET_MEDIAN_TARGET_MS} ms`,
    median <= TICKET_MEDIAN_TARGET_MS,
  );
  const ratio = percentile(disturbed.calls, 50) / percentile(calm.calls, 50);
  report(
    `the same call while ${SLOW} other clients stop reading`,
    {
      median: ms(percentile(disturbed.calls, 50)),
      p99: ms(percentile(disturbed.calls, 99)),
      ratio: ratio.toFixed(2),
    },
    `ratio ${SLOW_RATIO_TARGET}`,
    ratio <= SLOW_RATIO_TARGET,
  );
  return p99 <= CALL_P99_TARGET_MS && median <= TICKET_MEDIAN_TARGET_MS && ratio <= SLOW_RATIO_TARGET;
}
