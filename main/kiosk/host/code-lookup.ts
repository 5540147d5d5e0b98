/**
 * Answers the codes that are typed at one kiosk, and looks up visitors without one. Against guessing, a kiosk takes five wrong
 * ones in a minute, whoever types them; whether the server asks for keys makes no difference.
 */

import type { Clock } from '../../lib/context.ts';
import type { Result } from '../../lib/result.ts';
import type { QueueClient } from '../client/queue-client.ts';
import type { CardValue } from '../contract/reader.ts';
import type { SoughtPerson } from '../machine/look-up.ts';
import type { AppointmentNews, CodeAnswer } from '../machine/model.ts';
import { countAttempts } from '../rules/typed-code-attempts.ts';
import { type NoAppointment, notLookedUp, useAppointment, usePerson } from './handle-appointment-code.ts';
import { type CardPlace, passCardRules } from './pass-card-rules.ts';

export interface CodeLookup {
  code(value: CardValue, place: CardPlace): Promise<CodeAnswer>;
  /** A visitor without a code, who is looked up with the tries of codes. */
  person(person: SoughtPerson, locationId: string): Promise<CodeAnswer>;
}

/** All who stand at the kiosk are one to it. */
const ANYBODY = '';

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
