/**
 * Lookup of codes typed at one kiosk, and of visitors without a code.
 *
 * Against guessing, a kiosk accepts five wrong codes per minute, for all visitors together and independent of the
 * server's authentication.
 */

import { TYPED_CODES, WINDOW_MS } from '../../access/rules/guess-policy.ts';
import type { Clock } from '../../lib/context.ts';
import type { Result } from '../../lib/result.ts';
import type { QueueClient } from '../client/queue-client.ts';
import type { CardValue } from '../contract/reader.ts';
import type { SoughtPerson } from '../machine/look-up.ts';
import type { AppointmentNews, CodeAnswer } from '../machine/model.ts';
import { type NoAppointment, notLookedUp, useAppointment, usePerson } from './handle-appointment-code.ts';
import { type CardPlace, passCardRules } from './pass-card-rules.ts';

export interface CodeLookup {
  code(value: CardValue, place: CardPlace): Promise<CodeAnswer>;
  /** Looks up a visitor without a code, with the same limit as codes. */
  person(person: SoughtPerson, locationId: string): Promise<CodeAnswer>;
}

/** All visitors at the kiosk share one counter. */
const ANYBODY = '';

/** Maximum callers in memory; the least recently used are evicted. */
const MAX_KEPT = 10_000;

/** Wrong codes typed at a kiosk, by caller. */
interface Attempts {
  /**
   * Counts an attempt before its result is known, so that concurrent attempts gain nothing. Above the limit it returns
   * the milliseconds to wait, and counts nothing.
   */
  begin(who: string, now: number): number;
  /** Undoes the count of a right code. */
  forgive(who: string, now: number): void;
}

function countAttempts(): Attempts {
  const tries = new Map<string, number[]>();

  const recent = (who: string, now: number): number[] =>
    // Ignores later times: a clock that was set back must not lock anyone out.
    (tries.get(who) ?? []).filter((at) => at <= now && now - at < WINDOW_MS);

  function keep(who: string, times: number[]): void {
    // Deleted first, so that the map stays in order of use.
    tries.delete(who);
    if (times.length > 0) tries.set(who, times);
    for (const oldest of tries.keys()) {
      if (tries.size <= MAX_KEPT) break;
      tries.delete(oldest);
    }
  }

  return {
    begin(who, now) {
      const times = recent(who, now);
      const [first] = times;
      if (first !== undefined && times.length >= TYPED_CODES.own) return first + WINDOW_MS - now;
      keep(who, [...times, now]);
      return 0;
    },
    forgive(who, now) {
      const times = recent(who, now);
      const at = times.indexOf(now);
      keep(who, at < 0 ? times.slice(0, -1) : times.toSpliced(at, 1));
    },
  };
}

export function openCodeLookup(client: QueueClient, clock: Clock): CodeLookup {
  const attempts = countAttempts();

  async function answered(begun: number, look: Promise<Result<AppointmentNews, NoAppointment>>): Promise<CodeAnswer> {
    const news = await look;
    if (news.ok) {
      attempts.forgive(ANYBODY, begun);
      return news.value;
    }
    const { error } = news;
    if (error === 'unknown') return { kind: 'codeRefused', fault: 'unknown' };
    attempts.forgive(ANYBODY, begun);
    return notLookedUp(error);
  }

  return {
    async code(typed, place) {
      const begun = clock.now();
      if (attempts.begin(ANYBODY, begun) > 0) return { kind: 'codeRefused', fault: 'wait' };
      const judged = await passCardRules({ value: typed }, client, place);
      if (!judged.ok) {
        // A number blocked by a rule counts as wrong: the visitor need not hold the card.
        if (judged.error.kind === 'appointmentRefused') attempts.forgive(ANYBODY, begun);
        return judged.error;
      }
      // A typed number gets no grants, because anyone can type it.
      const { value } = judged.value;
      return answered(begun, useAppointment({ value, typed: true }, client, place.locationId));
    },
    async person(person, locationId) {
      const begun = clock.now();
      if (attempts.begin(ANYBODY, begun) > 0) return { kind: 'codeRefused', fault: 'wait' };
      return answered(begun, usePerson(person, client, locationId));
    },
  };
}
