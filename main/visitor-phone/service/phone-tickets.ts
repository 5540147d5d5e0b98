/** Access to tickets for visitors' phones, by secret only. */

import type { GuessLimits } from '../../access/service/guess-limits.ts';
import type { PhoneHandoff } from '../../devices/service/connections/phone-handoff.ts';
import type { Clock, Log } from '../../lib/context.ts';
import { ERRNO } from '../../lib/errno.ts';
import { publicAddress } from '../../lib/public-url.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Waits } from '../../wait-times/service/waits.ts';
import type { PhoneTicket } from '../contract/rest/phone-tickets.ts';
import type { FollowedTicket } from '../operations/followed-tickets.ts';
import { createPhoneLines, type PhoneLines } from './phone-lines.ts';
import { isShown, phoneTicket } from './phone-ticket.ts';
import { createPlaces } from './queue-positions.ts';
import type { TicketSecrets } from './ticket-secrets.ts';

export interface PhoneTickets {
  /** Ticket of a secret: 107 after too many wrong ones from that address, else 6 if there is none. */
  find(secret: string, address: string): Promise<Result<FollowedTicket, Refusal>>;
  /** The ticket in the phone's shape. */
  show(followed: FollowedTicket): Promise<PhoneTicket>;
  /** URL of the ticket's page; null without a public URL of the site. */
  pageOf(ticketId: string): string | null;
  readonly lines: PhoneLines;
  close(): void;
}

export interface PhoneTicketsDeps {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: TicketSecrets;
  readonly guesses: GuessLimits;
  readonly waits: Waits;
  readonly takenAlong: PhoneHandoff;
}

export function createPhoneTickets(deps: PhoneTicketsDeps): PhoneTickets {
  const { store, site, clock, secrets, waits, guesses } = deps;
  const places = createPlaces({ store, clock, waits, site: () => site.current() });
  const lines = createPhoneLines({ ...deps, places });

  /** A valid secret is never counted or blocked: all visitors at a location can share one address. */
  function refuseWrong(address: string): Result<never, Refusal> {
    const guess = guesses.begin('ticket', { caller: { kind: 'anyone' }, address, now: clock.now() });
    if (!guess.ok) return guess;
    guess.value.end(false);
    return fail({ errno: ERRNO.notFound, parameter: 'secret' });
  }

  return {
    async find(secret, address) {
      const ticketId = secrets.read(secret);
      if (ticketId === null) return refuseWrong(address);
      const [followed] = await store.query('followedTickets', { ticketIds: [ticketId] });
      const isThere =
        followed !== undefined &&
        isShown(followed, clock.now()) &&
        site.current().location(followed.ticket.locationId) !== undefined;
      return isThere ? ok(followed) : fail({ errno: ERRNO.notFound, parameter: 'secret' });
    },
    async show(followed) {
      const place = await places.of(followed.ticket);
      return phoneTicket(site.current(), followed, place, lines.recalledAt(followed.ticket.id));
    },
    pageOf(ticketId) {
      const { public_url: publicUrl } = site.current().settings;
      if (publicUrl === '') return null;
      const secret = secrets.of(ticketId);
      return secret === null ? null : publicAddress(publicUrl, `ticket/${secret}`);
    },
    lines,
    close() {
      lines.close();
      places.close();
    },
  };
}
