/** A day of a busy town hall: who comes, who calls them, and who listens. */
import { setTimeout as after } from 'node:timers/promises';
import { openPage } from '../../../bench/kiosk-page.ts';
import type { TurnedProgram } from './turned-program.ts';

export const OPEN_HOURS = 9;
const HOUR_MS = 3_600_000;
/** Desks that call, with who sits there. */
const CLERKS: Readonly<Record<string, string>> = {
  'desk-1': 'counter1',
  'desk-2': 'counter2',
  'desk-3': 'counter3',
  'desk-5': 'floor',
};
const DESKS = Object.keys(CLERKS);
/** `errno` of a call where nobody waits. */
const NOBODY_WAITS = 8;
const SERVICES = ['identity-cards', 'residence', 'payments', 'information'];
const LANGUAGES = ['en', 'pt_PT', 'ar'];
/** So many come to the kiosk of this machine and get paper; the others take their ticket elsewhere. */
const AT_KIOSK = 1 / 40;
/** Visitors who stay in the hall before anybody is called. */
const WAITING = 24;
const COUNTER_RESTS_MS = 50;
const STEP_MS = 1_000;

async function post(address: string, operation: string, parameters: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parameters),
  });
  return (await response.json()) as Record<string, unknown>;
}

/** A line over which everything is told that happens; pings are answered as a browser does it. */
async function listen(address: string, query: string, heard: () => void = () => {}): Promise<WebSocket> {
  const line = new WebSocket(`${address.replace('http', 'ws')}/restapi/v2/events?${query}`);
  line.addEventListener('message', heard);
  await new Promise<void>((open, failed) => {
    line.addEventListener('open', () => open());
    line.addEventListener('error', () => failed(new Error(`nobody tells at ${address}`)));
  });
  return line;
}

/** A counter's page: reads its desk again whenever it hears anything, one request at a time. */
async function openCounter(address: string, desk: string): Promise<() => void> {
  let news = false;
  let open = true;
  const line = await listen(address, 'location=town-hall', () => {
    news = true;
  });
  const read = async (): Promise<void> => {
    while (open) {
      await after(COUNTER_RESTS_MS);
      if (!news) continue;
      news = false;
      await (await fetch(`${address}/restapi/v2/counters/${desk}`)).arrayBuffer();
    }
  };
  const reading = read().catch(() => {});
  return () => {
    open = false;
    line.close();
    void reading;
  };
}

/** Lines ask every few seconds whether the other end is there: an answer has its time on the way. */
async function goOn(program: TurnedProgram, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= STEP_MS) await program.turn(Math.min(STEP_MS, left));
}

export interface PlayedDay {
  readonly tickets: number;
  readonly served: number;
  /** Numbers that the kiosk showed to those who stood before it. */
  readonly atKiosk: readonly string[];
}

/**
 * @param tickets how many come
 * @param onHour called at the end of each part of the day; there are two in an hour
 */
export async function playDay(
  program: TurnedProgram,
  tickets: number,
  onHour: (hour: number) => void,
): Promise<PlayedDay> {
  const { address } = program;
  const page = await openPage(address);
  page.call('fits', { choices: 1000 });
  const display = await listen(address, 'location=town-hall&view=public&lang=en');
  const closeCounter = await openCounter(address, 'desk-5');
  const calls = new Map<string, string>();
  const atKiosk: string[] = [];
  let served = 0;
  let came = 0;

  async function takeAtKiosk(serviceId: string): Promise<void> {
    await page.until(({ screen, printer }) => screen.name === 'idle' && printer === 'ok');
    page.call('touchService', { serviceId, priority: false });
    const { screen } = await page.until(({ screen: { name } }) => name === 'take-ticket' || name === 'problem');
    if (screen.name !== 'take-ticket') throw new Error(`the kiosk said ${JSON.stringify(screen)}`);
    atKiosk.push(screen.ticket.number);
    page.call('done', {});
    await page.until((state) => state.screen.name === 'idle');
  }

  async function takeElsewhere(service_id: string, lang: string): Promise<void> {
    const made = await post(address, 'createticket', { service_id, lang, device_id: 'pad-1' });
    if (made.success !== true) throw new Error(`no ticket: ${JSON.stringify(made)}`);
  }

  /** @returns whether somebody was called. */
  async function callNext(desk: string): Promise<boolean> {
    const answerId = calls.get(desk);
    if (answerId !== undefined) {
      await post(address, 'endcall', { answer_id: answerId });
      calls.delete(desk);
      served += 1;
    }
    const called = (await post(address, 'callnextticket', { desk_id: desk, user_id: CLERKS[desk] })) as {
      readonly errno?: number;
      readonly answer?: { readonly id: string };
    };
    if (called.errno === NOBODY_WAITS) return false;
    if (called.answer === undefined) throw new Error(`nobody called: ${JSON.stringify(called)}`);
    calls.set(desk, called.answer.id);
    return true;
  }

  const perTicketMs = (OPEN_HOURS * HOUR_MS) / tickets;
  let nextHour = 0.5;
  try {
    while (came < tickets) {
      const together = Math.min(DESKS.length, tickets - came);
      const isKioskNext = (came * AT_KIOSK) % 1 >= 1 - together * AT_KIOSK;
      const work = Array.from({ length: together }, (_, each) => {
        if (each === 0 && isKioskNext) return takeAtKiosk('information');
        const service = SERVICES[(came + each) % SERVICES.length] ?? '';
        return takeElsewhere(service, LANGUAGES[(came + each) % LANGUAGES.length] ?? '');
      });
      await Promise.all(work);
      came += together;
      if (came > WAITING) await Promise.all(DESKS.map(callNext));
      await goOn(program, perTicketMs * together);
      if ((came / tickets) * OPEN_HOURS < nextHour) continue;
      onHour(nextHour);
      nextHour += 0.5;
    }
    // Nobody goes home before everybody was served.
    for (const desk of DESKS) while (await callNext(desk)) {}
    if (display.readyState !== WebSocket.OPEN) throw new Error('the display was cut off');
  } finally {
    page.close();
    display.close();
    closeCounter();
  }
  return { tickets: came, served, atKiosk };
}
