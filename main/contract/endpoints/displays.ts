/** What a display shows. */
import type { DisplayAnswer, DisplayParameters, DisplaysAnswer } from '../rest/displays.ts';
import type { NoParameters } from '../rest/forms.ts';
import { endpoint } from './endpoint.ts';

export const LIST_DISPLAYS = endpoint<typeof NoParameters, typeof DisplaysAnswer>('GET v2/displays');
export const READ_DISPLAY = endpoint<typeof DisplayParameters, typeof DisplayAnswer>('GET v2/displays/:device_id');
