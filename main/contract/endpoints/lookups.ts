/** Lookups of the site. */
import type { LocationsAnswer, LocationsParameters } from '../rest/auxiliary.ts';
import { endpoint } from './endpoint.ts';

export const LIST_LOCATIONS = endpoint<typeof LocationsParameters, typeof LocationsAnswer>('GET locations');
