/**
 * Answers the codes that are typed at one kiosk, and looks up visitors without one. Against guessing, a kiosk takes five wrong
 * ones in a minute, whoever types them; whether the server asks for keys makes no difference.
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
  /** A visitor without a code, who is looked up with the tries of codes. */
  person(person: SoughtPerson, locationId: string): Promise<CodeAnswer>;
}

/** All who stand at the kiosk are one to it. */
const ANYBODY = '';

/** Callers that are kept in mind; past that, those that tried longest ago are forgotten. */
const MAX_KEPT = 10_000;

/** Wrong codes that are typed at a kiosk, counted by who types them. */
interface Attempts {
  /**
   * Counts a try before it is known to be wrong, so that many at once do not get more tries than one after another.
   * Gives the milliseconds to wait when there were too many, and counts nothing then.
   */
  begin(who: string, now: number): number;
  /** Takes the try back: it was right. */
  forgive(who: string, now: number): void;
}

function countAttempts(): Attempts {
  const tries = new Map<string, number[]>();

  const recent = (who: string, now: number): number[] =>
    // A clock that was set back must not lock anybody out.
    (tries.get(who) ?? []).filter((at) => at <= now && now - at < WINDOW_MS);

  function keep(who: string, times: number[]): void {
    // Set anew, so that the map's order is that of the last try.
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
        // A number that a rule stops counts as wrong: who types it need not hold the card.
        if (judged.error.kind === 'appointmentRefused') attempts.forgive(ANYBODY, begun);
        return judged.error;
      }
      // Nothing is granted to a number that was typed: everyone can type one.
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
