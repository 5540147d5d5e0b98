/** Hashes of cards. */
import type { CardHashesAnswer, CardHashesParameters } from '../rest/cards.ts';
import { endpoint } from './endpoint.ts';

export const HASH_CARDS = endpoint<typeof CardHashesParameters, typeof CardHashesAnswer>('POST v2/admin/card-hashes');
