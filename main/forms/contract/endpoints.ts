/** Kinds of questions. */

import { endpoint } from '../../rest/contract/endpoint.ts';
import type { AnswerTypesAnswer, NoParameters } from './rest/forms.ts';

export const LIST_ANSWER_TYPES = endpoint<typeof NoParameters, typeof AnswerTypesAnswer>('GET v2/qats');
