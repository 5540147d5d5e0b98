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

/** Wrong codes of the last minute at this kiosk, by all visitors together. */
interface Attempts {
  /** Counts an attempt before its result is known, so that concurrent attempts gain nothing. False above the limit. */
  begin(now: number): boolean;
  /** Undoes the count of an attempt that was not wrong. */
  forgive(begun: number): void;
}

function countAttempts(): Attempts {
  let attempts: readonly number[] = [];
  return {
    begin(now) {
      // Ignores later times: a clock that was set back must not lock anyone out.
      const recent = attempts.filter((at) => at <= now && now - at < WINDOW_MS);
      if (recent.length >= TYPED_CODES.own) return false;
      attempts = [...recent, now];
      return true;
    },
    forgive(begun) {
      const place = attempts.indexOf(begun);
      if (place >= 0) attempts = attempts.toSpliced(place, 1);
    },
  };
}

export function openCodeLookup(client: QueueClient, clock: Clock): CodeLookup {
  const attempts = countAttempts();

  async function answered(begun: number, look: Promise<Result<AppointmentNews, NoAppointment>>): Promise<CodeAnswer> {
    const news = await look;
    if (news.ok) {
      attempts.forgive(begun);
      return news.value;
    }
    const { error } = news;
    if (error === 'unknown') return { kind: 'codeRefused', fault: 'unknown' };
    attempts.forgive(begun);
    return notLookedUp(error);
  }

  return {
    async code(typed, place) {
      const begun = clock.now();
      if (!attempts.begin(begun)) return { kind: 'codeRefused', fault: 'wait' };
      const judged = await passCardRules({ value: typed }, client, place);
      if (!judged.ok) {
        // A number blocked by a rule counts as wrong: the visitor need not hold the card.
        if (judged.error.kind === 'appointmentRefused') attempts.forgive(begun);
        return judged.error;
      }
      // A typed number gets no grants, because anyone can type it.
      const { value } = judged.value;
      return answered(begun, useAppointment({ value, typed: true }, client, place.locationId));
    },
    async person(person, locationId) {
      const begun = clock.now();
      if (!attempts.begin(begun)) return { kind: 'codeRefused', fault: 'wait' };
      return answered(begun, usePerson(person, client, locationId));
    },
  };
}
