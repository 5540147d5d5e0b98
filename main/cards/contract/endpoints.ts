/** Endpoints for card rules and card hashes. */

import { endpoint } from '../../rest/contract/endpoint.ts';
import type { CardHashesAnswer, CardHashesParameters, CardLookupAnswer, CardLookupParameters } from './rest/cards.ts';

export const LOOKUP_CARD = endpoint<typeof CardLookupParameters, typeof CardLookupAnswer>('POST v2/cards/lookup');
export const HASH_CARDS = endpoint<typeof CardHashesParameters, typeof CardHashesAnswer>('POST v2/admin/card-hashes');
