/** Site rules for cards, applied before any lookup. */

import { fail, ok, type Result } from '../../lib/result.ts';
import type { QueueClient } from '../client/queue-client.ts';
import type { CardValue } from '../contract/reader.ts';
import type { Catalog } from '../machine/catalog.ts';
import type { CardGrant, CardStop } from '../machine/model.ts';

/** Location of the kiosk. */
export interface CardPlace {
  readonly locationId: string;
  /** Whether the site has card rules. */
  readonly hasRules: boolean;
}

export const cardPlace = (catalog: Catalog | null): CardPlace => ({
  locationId: catalog?.locationId ?? '',
  hasRules: catalog?.cardRules === true,
});

declare const passed: unique symbol;
/** Created by `passCardRules` only, so that no lookup bypasses the rules. */
export type PassedValue = CardValue & { readonly [passed]: true };

export interface PassedCard {
  /** What the rules grant to the card; null: nothing. */
  readonly grant: CardGrant | null;
  readonly value: PassedValue;
  readonly frame: PassedValue | null;
}

/** Log event of a card that a rule blocks; null for other results. */
export function stopEventOf(kind: string): 'card.blocked' | 'card.expired' | null {
  if (kind === 'cardBlocked') return 'card.blocked';
  return kind === 'cardExpired' ? 'card.expired' : null;
}

/**
 * @param value of the card, or typed
 * @param frame everything that a reader sent, if more: a block of it applies to the value too
 * @returns an event when a rule blocks the card, or the server does not respond
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
