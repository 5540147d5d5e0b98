/** REST schemas of the retention preview (extension). */
import Type, { type Static } from 'typebox';
import { described } from '../../../rest/contract/parameters.ts';
import { integer, success } from '../../../rest/contract/shapes.ts';

export const OlderParameters = Type.Object({
  /** Purges whole business days. */
  days: described(Type.Integer({ minimum: 1, maximum: 36_525 }), 'Age in days.'),
});

export const OlderAnswer = Type.Object({ success, tickets: integer, calls: integer });
export type OlderAnswer = Static<typeof OlderAnswer>;
