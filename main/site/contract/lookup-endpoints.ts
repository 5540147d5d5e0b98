/** Lookups of the site. */

import type { LookupAnswer, LookupParameters } from '../../devices/contract/rest/kiosks.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type { LocationsAnswer, LocationsParameters, ServicesAnswer, ServicesParameters } from './rest/auxiliary.ts';

export const LIST_LOCATIONS = endpoint<typeof LocationsParameters, typeof LocationsAnswer>('GET locations');
export const LIST_SERVICES = endpoint<typeof ServicesParameters, typeof ServicesAnswer>('GET services');
export const LOOKUP_DEVICE = endpoint<typeof LookupParameters, typeof LookupAnswer>('POST v2/devices/lookup');
