/** Kinds of questions. */
import type { AnswerTypesAnswer, NoParameters } from '../rest/forms.ts';
import { endpoint } from './endpoint.ts';

export const LIST_ANSWER_TYPES = endpoint<typeof NoParameters, typeof AnswerTypesAnswer>('GET v2/qats');
