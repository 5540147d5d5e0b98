/** Site rules for cards, applied before any lookup. */

import { fail, ok, type Result } from '../../lib/result.ts';
import type { QueueClient } from '../client/queue-client.ts';
import type { CardValue } from '../contract/reader.ts';
import type { Catalog } from '../machine/catalog.ts';
import type { CardGrant, CardStop } from '../machine/model.ts';

/** Where the kiosk is. */
export interface CardPlace {
  readonly locationId: string;
  /** Whether the server has rules for cards. */
  readonly hasRules: boolean;
}

export const cardPlace = (catalog: Catalog | null): CardPlace => ({
  locationId: catalog?.locationId ?? '',
  hasRules: catalog?.cardRules === true,
});

declare const passed: unique symbol;
/** Only `passCardRules` gives one, so that no lookup leaves the rules out. */
export type PassedValue = CardValue & { readonly [passed]: true };

export interface PassedCard {
  /** What the rules grant to the value; null: nothing more than others have. */
  readonly grant: CardGrant | null;
  readonly value: PassedValue;
  readonly frame: PassedValue | null;
}

/** Log event of a card that a rule stops; null for other answers. */
export function stopEventOf(kind: string): 'card.blocked' | 'card.expired' | null {
  if (kind === 'cardBlocked') return 'card.blocked';
  return kind === 'cardExpired' ? 'card.expired' : null;
}

/**
 * @param value of the card, or typed
 * @param frame all that a reader sent, where that is more: blocked or expired, it stops the value too
 * @returns an event where a rule stops the card, or the server does not answer
 */
export async function passCardRules(
  { value, frame }: { readonly value: CardValue; readonly frame?: CardValue | undefined },
  client: QueueClient,
  { locationId, hasRules }: CardPlace,
): Promise<Result<PassedCard, CardStop>> {
  const passed = { value: value as PassedValue, frame: frame === undefined ? null : (frame as PassedValue) };
  if (!hasRules) return ok({ ...passed, grant: null });
  const found = await client.findCard(value.reveal(), locationId, frame?.reveal());
  if (!found.ok) {
    const reason = found.error.kind === 'unreachable' ? 'server-away' : 'refused';
    return fail({ kind: 'appointmentRefused', reason });
  }
  const { state, ...grant } = found.value.card;
  if (state === 'blocked') return fail({ kind: 'cardBlocked' });
  if (state === 'expired') return fail({ kind: 'cardExpired' });
  return ok({ ...passed, grant: state === 'accepted' ? grant : null });
}
