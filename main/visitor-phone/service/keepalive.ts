/** Signs of life to all phones while there are any; and what time alone changes is looked at with them. */

import { iso } from '../../events/service/event-shapes.ts';
import type { Clock } from '../../lib/context.ts';
import { PHONE_ALIVE_MS } from '../contract/phone-protocol.ts';
import type { PhoneEntry } from './phone-entry.ts';
import { phoneFrame } from './phone-frame.ts';
import { isShown } from './phone-ticket.ts';
import type { PhoneRounds } from './refresh-queue.ts';
import { nextTurn, SLICE } from './time-slicing.ts';

export interface PhoneKeepalive {
  /** There is a phone: goes on until there is none. */
  start(): void;
  close(): void;
}

interface PhoneBeatDeps {
  readonly entries: ReadonlyMap<string, PhoneEntry>;
  readonly rounds: PhoneRounds;
  readonly clock: Clock;
}

/** Appointments come into the queue with the time, without anything happening. */
const LOOK_EVERY_BEATS = 3;

export function createPhoneKeepalive({ entries, rounds, clock }: PhoneBeatDeps): PhoneKeepalive {
  let beats = 0;
  let cancelNext: (() => void) | null = null;
  let closed = false;

  function start(): void {
    if (entries.size > 0 && !closed) cancelNext ??= clock.after(PHONE_ALIVE_MS, () => void beat());
  }

  async function beat(): Promise<void> {
    cancelNext = null;
    beats += 1;
    const sign = phoneFrame({ type: 'alive', at: iso(clock.now()) });
    let done = 0;
    for (const entry of [...entries.values()]) {
      entry.beat(sign);
      const { facts } = entry;
      if (!isShown(facts, clock.now())) rounds.readTicket(facts.ticket.id);
      if (beats % LOOK_EVERY_BEATS === 0) rounds.lookAt(facts.ticket.dstServiceId);
      done += 1;
      if (done % SLICE === 0) await nextTurn();
    }
    rounds.plan();
    start();
  }

  return {
    start,
    close() {
      closed = true;
      cancelNext?.();
    },
  };
}
