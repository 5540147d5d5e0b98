/** Endpoints for displays. */

import type { NoParameters } from '../../forms/contract/rest/forms.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type { DisplayAnswer, DisplayParameters, DisplaysAnswer } from './rest/displays.ts';

export const LIST_DISPLAYS = endpoint<typeof NoParameters, typeof DisplaysAnswer>('GET v2/displays');
export const READ_DISPLAY = endpoint<typeof DisplayParameters, typeof DisplayAnswer>('GET v2/displays/:device_id');
