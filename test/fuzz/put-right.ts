/**
 * Clerks at a desk take back each step that there is, and put tickets right, before anybody else is there: what is taken
 * back has to leave everything as it was, and who goes back into the queue has to stand where they stood.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Successes } from './judge.ts';

interface Answer {
  readonly success: boolean;
  readonly error?: string;
  readonly answer?: { readonly id: string };
}
export type Post = (operation: string, parameters: object) => Promise<Answer>;

interface Ticket {
  readonly ticket_id: string;
}
/** What the page of a desk shows of its queue. */
interface Desk {
  readonly waiting: readonly Ticket[];
  readonly waiting_count: number;
  readonly paused: readonly Ticket[];
  readonly cancelled: readonly Ticket[];
  readonly calls: readonly Ticket[];
  readonly services: readonly { readonly id: string; readonly waiting: number }[];
  readonly undo: readonly { readonly step_id: string }[];
}

const DESK = 'desk-1';
const AT_DESK = { desk_id: DESK, user_id: 'counter1' };
/** How a call ends, and how its ticket is called again from there. */
const ENDS = [
  ['pausecall', 'callpausedticket'],
  ['cancelcall', 'callcancelledticket'],
  ['endcall', 'continuevisit'],
] as const;

const MAX_TRIES = 20;
const RETRY_MS = 500;

/** @returns what was not as it has to be; a step that is refused is so too, because nothing stands in its way. */
export async function putRight(address: string, post: Post, successes: Successes): Promise<readonly string[]> {
  const faults: string[] = [];

  const read = async <Answered>(path: string): Promise<Answered> => {
    let response = await fetch(`${address}/restapi/v2/counters${path}`, { headers: { connection: 'close' } });
    // A server that has just been killed leaves the others without an answer for a moment.
    for (let again = 0; response.status === 503 && again < MAX_TRIES; again++) {
      await response.arrayBuffer();
      await pause(RETRY_MS);
      response = await fetch(`${address}/restapi/v2/counters${path}`, { headers: { connection: 'close' } });
    }
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    return (await response.json()) as Answered;
  };
  const look = (): Promise<Desk> => read(`/${DESK}?user_id=${AT_DESK.user_id}`);
  const orderOf = ({ waiting }: Desk): string => waiting.map(({ ticket_id }) => ticket_id).join(' ');
  /** All but what runs with the clock. */
  const shown = ({ waiting, waiting_count, paused, cancelled, calls, services }: Desk): string => {
    const counts = services.map((service) => [service.id, service.waiting]);
    return JSON.stringify({ waiting_count, counts, waiting, paused, cancelled, calls });
  };
  const served = async (): Promise<string> => JSON.stringify(await read(`/${DESK}/served`));
  /** What was seen last, as long as nothing was done since. */
  let seen: Desk | null = null;
  const now = async (): Promise<Desk> => {
    seen ??= await look();
    return seen;
  };

  const step = async (operation: string, parameters: object): Promise<Answer> => {
    const done = await post(operation, parameters);
    seen = null;
    if (done.success) successes.set(operation, (successes.get(operation) ?? 0) + 1);
    else faults.push(`${operation} was refused: ${done.error}`);
    return done;
  };
  const takenBack = async (operation: string, parameters: object): Promise<void> => {
    const before = shown(await now());
    if (!(await step(operation, parameters)).success) return;
    const done = await now();
    if (shown(done) === before) faults.push(`${operation} changed nothing`);
    await step('undo', { desk_id: DESK, step_id: done.undo[0]?.step_id ?? '' });
    const after = shown(await now());
    if (after !== before) faults.push(`${operation} was taken back, and left something else: ${before} → ${after}`);
  };

  for (const [end, again] of ENDS) {
    const stood = orderOf(await now());
    await takenBack('callnextticket', AT_DESK);
    const called = await step('callnextticket', AT_DESK);
    const ticket_id = (await now()).calls[0]?.ticket_id ?? '';
    const answer_id = called.answer?.id ?? '';
    await takenBack(end, { answer_id });
    await step(end, { answer_id });
    const gone = await served();
    await takenBack(again, { ...AT_DESK, ticket_id });
    await takenBack('requeueticket', { ...AT_DESK, ticket_id });
    if ((await served()) !== gone) faults.push(`those who were served are others after ${again} was taken back`);
    await step('requeueticket', { ...AT_DESK, ticket_id });
    const stands = orderOf(await now());
    if (stands !== stood) faults.push(`back into the queue after ${end} at another place: ${stood} → ${stands}`);
  }
  // Not the first, which every call would take.
  const ticket_id = (await now()).waiting[2]?.ticket_id ?? '';
  const reason = 'left';
  await takenBack('callticket', { ...AT_DESK, ticket_id });
  await takenBack('removeticket', { ...AT_DESK, ticket_id, reason });
  await takenBack('changeticket', { ...AT_DESK, ticket_id, reason, priority: 'yes' });
  await takenBack('changeticket', { ...AT_DESK, ticket_id, reason, service_id: 'schools' });
  return faults;
}
